import type { CSSObject, Theme } from '@emotion/react';

/** The frame of what asks for attention without being wrong. */
export const noticeLook = (theme: Theme): CSSObject => ({
  border: `1px solid color-mix(in srgb, ${theme.vars.palette.secondary.main} 40%, transparent)`,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.secondary.main} 9%, ${theme.vars.palette.background.paper})`,
});

/** The border around what has gone wrong. */
export const errorBorder = (theme: Theme): string =>
  `1px solid color-mix(in srgb, ${theme.vars.palette.error.main} 45%, transparent)`;

/** A line in a form that says why it did not go through: a sign and a sentence. */
export const refusalLook = (theme: Theme): CSSObject => ({
  display: 'flex',
  gap: theme.spacing(1.25),
  margin: 0,
  padding: theme.spacing(1.5, 2),
  borderRadius: 14,
  border: errorBorder(theme),
  color: theme.vars.palette.error.main,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 550,
  '& svg': { flex: 'none', fontSize: '1.25rem' },
});
