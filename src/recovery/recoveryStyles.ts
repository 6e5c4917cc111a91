import type { CSSObject, Theme } from '@mui/material/styles';

/** The forms of the pages on the way back into an account. */
export const recoveryStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  '& .failure:empty': { display: 'none' },
});
