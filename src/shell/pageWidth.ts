import type { CSSObject } from '@emotion/react';

/** The column that every page keeps to, with margins that grow with the window. */
export const pageWidth = (): CSSObject => ({
  width: '100%',
  maxWidth: '80rem',
  marginInline: 'auto',
  // Without media queries, which those of whoever spreads this would replace.
  paddingInline: 'clamp(1rem, 0.5rem + 2.2vw, 2rem)',
});
