import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

const Sheet = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  minWidth: 0,
  '& .MuiFormHelperText-root': { margin: 0 },
})) as typeof Card;

/** It can receive the focus (`useFocusParentOnUnmount`). */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Sheet component="section" aria-labelledby={titleId} tabIndex={-1}>
      <Typography variant="h4" component="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Sheet>
  );
}
