import type { CSSObject, Theme } from '@mui/material/styles';

/** The layout of the forms of account recovery. */
export const recoveryStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  '& .failure:empty, & .username': { display: 'none' },
});
