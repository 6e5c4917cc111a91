import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';

const Sheet = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  minWidth: 0,
  '& h2, & p': { margin: 0 },
  '& h2': { ...theme.typography.h4 },
  '& form': { display: 'grid', gap: theme.spacing(2) },
  '& .pair': {
    display: 'grid',
    gap: theme.spacing(2),
    gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))',
  },
  '& .ways': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1.5) },
  '& .failure:empty': { display: 'none' },
  '& .soft': { color: theme.vars.palette.text.secondary },
  '& dl': { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: theme.spacing(0.75, 2), margin: 0 },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& td, & th': { paddingInline: theme.spacing(1) },
  '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
})) as typeof Card;

/** One part of a page of the desk, with its title. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Sheet component="section" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </Sheet>
  );
}
