import { styled } from '@mui/material/styles';

/* The content of panels and dialogs. */

/** Fields next to each other, as many as fit. */
export const FieldPair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(auto-fit, minmax(9.5rem, 1fr))',
}));

/** Fields below a legend. */
export const FieldGroup = styled('fieldset')({ margin: 0, padding: 0, border: 0, minWidth: 0 });

export const Legend = styled('legend')(({ theme }) => ({
  ...theme.typography.h4,
  padding: 0,
  marginBlockEnd: theme.spacing(1),
}));

export const Note = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

export const GroupError = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.error.main }));

export const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  // A long name wraps instead of squeezing the values.
  gridTemplateColumns: 'fit-content(35%) minmax(0, 1fr)',
  gap: theme.spacing(0.75, 2),
  margin: 0,
}));

export const FactName = styled('dt')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

export const Fact = styled('dd')({ margin: 0, overflowWrap: 'anywhere' });
