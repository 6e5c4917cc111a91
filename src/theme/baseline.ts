import type { Components, Theme } from '@mui/material/styles';
import { print } from './print.ts';

/** What holds for the whole document. */
export const baseline: Components<Omit<Theme, 'components'>> = {
  MuiCssBaseline: {
    styleOverrides: ({ vars: { palette } }) => ({
      html: {
        scrollbarGutter: 'stable',
        // A focused element never hides below the bar that stays at the top (WCAG 2.4.11).
        scrollPaddingTop: '6rem',
        // What lies over the page and holds it still says so itself; the scroll position stays.
        '&:has([data-locks-scroll])': {
          overflow: 'hidden',
          // Where the scroll bar was, as dark as the backdrop makes the rest.
          backgroundColor: `color-mix(in srgb, rgb(8 26 25) 56%, ${palette.background.default})`,
        },
      },
      'html:has(.MuiPopover-root)': { overflow: 'hidden' },
      // Or what lies there does, and has the page's own ground.
      'html:has([data-locks-scroll="beside"])': { backgroundColor: palette.background.default },
      body: { minWidth: 320, fontKerning: 'normal' },
      'p, li, dd': { overflowWrap: 'break-word', textWrap: 'pretty' },
      img: { maxWidth: '100%' },
      // Material's spaces without width; in the page's own letters each would fetch another font.
      '.notranslate': { fontFamily: 'sans-serif' },
      '::selection': { background: palette.tint, color: palette.text.primary },
      ':focus-visible': { outline: `3px solid ${palette.secondary.main}`, outlineOffset: 2 },
      // Regions that are focused by script, after a move to another page, are not controls.
      '[tabindex="-1"]:focus-visible': { outline: 'none' },
      '@media print': print,
      '@media (prefers-reduced-motion: reduce)': {
        'html:has(.MuiPopover-root)': { overflow: 'hidden' },
        // Or what lies there does, and has the page's own ground.
        'html:has([data-locks-scroll="beside"])': { backgroundColor: palette.background.paper },
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // None at all: however short, one on every element makes letters keep the size of a window that was turned.
          transitionDuration: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
};
