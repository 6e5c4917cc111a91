import type { CSSObject, Theme } from '@mui/material/styles';

/** For a card with a heading and its own content. The card sets it itself, because its place on a page may change. */
export const panelPadding = (theme: Theme): CSSObject => ({
  padding: theme.spacing(2.5),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(3, 3.5) },
});
