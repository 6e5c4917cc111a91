import type { Components, Theme } from '@mui/material/styles';
import { print } from './print.ts';

/** The look of Material's components here; none of them keeps its own. */
export const components: Components<Omit<Theme, 'components'>> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: {
        scrollbarGutter: 'stable',
        // A focused element never hides below the bar that stays at the top (WCAG 2.4.11).
        scrollPaddingTop: '6rem',
        WebkitTextSizeAdjust: '100%',
        // What lies over the page and holds it still says so itself; the scroll position stays.
        '&:has([data-locks-scroll])': {
          overflow: 'hidden',
          // Where the scroll bar was, as dark as the backdrop makes the rest.
          backgroundColor: `color-mix(in srgb, rgb(8 26 25) 56%, ${theme.vars.palette.background.default})`,
        },
      },
      body: { minWidth: 320, fontKerning: 'normal', WebkitFontSmoothing: 'antialiased' },
      'p, li, dd': { overflowWrap: 'break-word', textWrap: 'pretty' },
      img: { maxWidth: '100%' },
      '::selection': { background: theme.vars.palette.tint, color: theme.vars.palette.text.primary },
      ':focus-visible': {
        outline: `3px solid ${theme.vars.palette.secondary.main}`,
        outlineOffset: 2,
      },
      // Regions that are focused by script, after a move to another page, are not controls.
      '[tabindex="-1"]:focus-visible': { outline: 'none' },
      '@media print': print,
      '@media (prefers-reduced-motion: reduce)': {
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
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ theme }) => ({
        width: 'min(22.5rem, 88vw)',
        backgroundColor: theme.vars.palette.background.default,
        border: 0,
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 24,
        margin: theme.spacing(2),
        width: 'calc(100% - 2rem)',
        boxShadow: theme.vars.shadows[8],
      }),
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: {
        '&:not(.MuiBackdrop-invisible)': {
          backgroundColor: 'rgb(8 26 25 / 0.56)',
          backdropFilter: 'blur(3px)',
        },
      },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave' },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.taken,
        transform: 'none',
        borderRadius: 8,
      }),
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 52,
        borderBottom: `1px solid ${theme.vars.palette.line}`,
      }),
      indicator: ({ theme }) => ({
        height: 3,
        borderRadius: '3px 3px 0 0',
        backgroundColor: theme.vars.palette.secondary.main,
      }),
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 52,
        fontSize: theme.typography.body1.fontSize,
        color: theme.vars.palette.text.secondary,
        '&.Mui-selected': { color: theme.vars.palette.text.primary },
        '&.Mui-focusVisible': { outlineOffset: -3 },
      }),
    },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: ({ theme }) => ({
        padding: '6px 12px',
        borderRadius: 10,
        backgroundColor: theme.vars.palette.night,
        color: theme.vars.palette.nightText,
        fontSize: theme.typography.caption.fontSize,
        fontWeight: 600,
      }),
    },
  },
};
