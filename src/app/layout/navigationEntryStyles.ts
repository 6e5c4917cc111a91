import type { CSSObject, Theme } from '@mui/material/styles';

/** For links, buttons and disabled links. */
export const navigationEntryStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  paddingInline: theme.spacing(1.5),
  borderRadius: 12,
  color: theme.vars.palette.text.primary,
  fontWeight: 550,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  transition: 'background-color 160ms',
  // In the narrowest windows with page links in the bar, smaller gaps leave space for the session's buttons.
  [theme.breakpoints.between('md', 'lg')]: { paddingInline: theme.spacing(1) },
  '&:hover': { backgroundColor: theme.vars.palette.tint },
  '&[aria-disabled]': {
    color: theme.vars.palette.text.disabled,
    backgroundColor: 'transparent',
    cursor: 'default',
  },
  '&[aria-current="page"]::after, &[data-current]::after': {
    content: '""',
    position: 'absolute',
    insetInline: theme.spacing(1.5),
    insetBlockEnd: 6,
    height: 2,
    borderRadius: 2,
    backgroundColor: theme.vars.palette.secondary.main,
  },
});
