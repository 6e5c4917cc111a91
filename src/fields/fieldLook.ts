import type { CSSObject, Theme } from '@emotion/react';

/** The browser's own fields, looking like Material's beside them. */
export const fieldLook = (theme: Theme): CSSObject => ({
  width: '100%',
  minHeight: 52,
  margin: 0,
  paddingBlock: 12,
  borderRadius: 14,
  border: `1px solid ${theme.vars.palette.outline}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: 'inherit',
  colorScheme: 'light dark',
  font: 'inherit',
  lineHeight: 1.5,
  transition: 'box-shadow 160ms',
  '&:hover': { borderColor: theme.vars.palette.primary.main },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
    boxShadow: `0 0 0 4px ${theme.vars.palette.tint}`,
  },
  '&[aria-invalid="true"]': { borderColor: theme.vars.palette.error.main },
});
