import type { CSSObject, Theme } from '@emotion/react';

/**
 * The frame that all fields have, looking like Material's beside them. What it frames may be within it: `focused` and
 * `wrong` select it when that has the focus, and when what was entered is wrong.
 */
export const frameLook = (theme: Theme, focused: string, wrong: string): CSSObject => ({
  borderRadius: 14,
  border: `1px solid ${theme.vars.palette.outline}`,
  backgroundColor: theme.vars.palette.background.paper,
  transition: 'box-shadow 160ms',
  '&:hover': { borderColor: theme.vars.palette.primary.main },
  [focused]: {
    outline: `2px solid var(--frame, ${theme.vars.palette.primary.main})`,
    outlineOffset: -2,
    boxShadow: `0 0 0 4px ${theme.vars.palette.tint}`,
  },
  [wrong]: {
    '--frame': theme.vars.palette.error.main,
    borderColor: 'var(--frame)',
  },
});

/** What is entered in the browser's own fields looks like the text around them. */
export const enteredLook = {
  margin: 0,
  color: 'inherit',
  colorScheme: 'light dark',
  font: 'inherit',
  lineHeight: 1.5,
} satisfies CSSObject;

/** A field of the browser's own that is its own frame. */
export const fieldLook = (theme: Theme): CSSObject => ({
  ...enteredLook,
  width: '100%',
  minHeight: 52,
  paddingBlock: 12,
  ...frameLook(theme, '&:focus-visible', '&[aria-invalid="true"]'),
});
