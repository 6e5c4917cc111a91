import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { contentStyles } from './contentStyles.ts';

const Sheet = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  minWidth: 0,
  '& h2, & p': { margin: 0 },
  '& h2': { ...theme.typography.h4, overflowWrap: 'anywhere' },
  ...contentStyles(theme),
  '& .soft': { color: theme.vars.palette.text.secondary },
  '& td, & th': { paddingInline: theme.spacing(1) },
  '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
})) as typeof Card;

/** A titled section of a desk page. It can receive the focus (`useFocusParentOnUnmount`). */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Sheet component="section" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </Sheet>
  );
}
