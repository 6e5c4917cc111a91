import type { Components, Theme } from '@mui/material/styles';
import { printStyles } from './print.ts';

export const baselineOverrides: Components<Omit<Theme, 'components'>> = {
  MuiCssBaseline: {
    styleOverrides: ({ vars: { palette } }) => ({
      html: {
        scrollbarGutter: 'stable',
        // The sticky bar never covers a focused element (WCAG 2.4.11).
        scrollPaddingTop: '6rem',
        // Overlays lock the scroll position with this attribute.
        '&:has([data-locks-scroll])': {
          overflow: 'hidden',
          // The scroll bar's gutter gets the colour of the backdrop.
          backgroundColor: `color-mix(in srgb, rgb(8 26 25) 56%, ${palette.background.default})`,
        },
      },
      'html:has(.MuiPopover-root)': { overflow: 'hidden' },
      // The side menu covers the gutter, so the gutter keeps its colour.
      'html:has([data-locks-scroll="beside"])': { backgroundColor: palette.background.default },
      body: { minWidth: 320, fontKerning: 'normal' },
      'p, li, dd': { overflowWrap: 'break-word', textWrap: 'pretty' },
      img: { maxWidth: '100%' },
      // Material's zero-width spaces. The page's font would load another font file for each of them.
      '.notranslate': { fontFamily: 'sans-serif' },
      '::selection': { background: palette.tint, color: palette.text.primary },
      ':focus-visible': { outline: `3px solid ${palette.secondary.main}`, outlineOffset: 2 },
      // Regions that are focused by script are not controls.
      '[tabindex="-1"]:focus-visible': { outline: 'none' },
      // Fields detect the browser's autofill by these names. Without this rule every field would insert the keyframes.
      '@keyframes mui-auto-fill': { from: { animationName: 'mui-auto-fill' } },
      '@keyframes mui-auto-fill-cancel': { from: { animationName: 'mui-auto-fill-cancel' } },
      '@media print': printStyles,
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // Zero, because even a short transition on every element keeps old font sizes after the window was rotated.
          transitionDuration: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
};
