import type { CSSObject, Theme } from '@mui/material/styles';

/** Styles of the content of panels and dialogs: forms, rows of buttons, and definition lists. */
export const contentStyles = (theme: Theme): CSSObject => ({
  '& form': { display: 'grid', gap: theme.spacing(2) },
  '& .pair': {
    display: 'grid',
    gap: theme.spacing(2),
    gridTemplateColumns: 'repeat(auto-fit, minmax(9.5rem, 1fr))',
  },
  // A form that opens among buttons takes a whole row.
  '& .ways > :has(> form)': { flexBasis: '100%' },
  '& .ways': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1.5) },
  '& .failure:empty': { display: 'none' },
  '& dl': { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: theme.spacing(0.75, 2), margin: 0 },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
});
