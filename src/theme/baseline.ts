import type { CSSObject } from '@emotion/react';
import { ground } from './ground.ts';
import { print } from './print.ts';
import { typography } from './typography.ts';

const { palette } = ground.vars;

/** What holds for the whole document. */
export const baseline: CSSObject = {
  html: {
    boxSizing: 'border-box',
    scrollbarGutter: 'stable',
    // A focused element never hides below the bar that stays at the top (WCAG 2.4.11).
    scrollPaddingTop: '6rem',
    WebkitTextSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    // What lies over the page and holds it still says so itself; the scroll position stays.
    '&:has([data-locks-scroll])': {
      overflow: 'hidden',
      // Where the scroll bar was, as dark as the backdrop makes the rest.
      backgroundColor: `color-mix(in srgb, rgb(8 26 25) 56%, ${palette.background.default})`,
    },
  },
  // Or what lies there does, and has the page's own ground.
  'html:has([data-locks-scroll="beside"])': { backgroundColor: palette.background.default },
  '*, *::before, *::after': { boxSizing: 'inherit' },
  'strong, b': { fontWeight: 700 },
  body: {
    ...typography.body1,
    minWidth: 320,
    margin: 0,
    color: palette.text.primary,
    backgroundColor: palette.background.default,
    fontKerning: 'normal',
  },
  'p, li, dd': { overflowWrap: 'break-word', textWrap: 'pretty' },
  img: { maxWidth: '100%' },
  '::selection': { background: palette.tint, color: palette.text.primary },
  ':focus-visible': { outline: `3px solid ${palette.secondary.main}`, outlineOffset: 2 },
  // Regions that are focused by script, after a move to another page, are not controls.
  '[tabindex="-1"]:focus-visible': { outline: 'none' },
  '@media print': print,
  '@media (prefers-reduced-motion: reduce)': {
    // Or what lies there does, and has the page's own ground.
    'html:has([data-locks-scroll="beside"])': { backgroundColor: palette.background.paper },
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None at all: however short, one on every element makes letters keep the size of a window that was turned.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
};
