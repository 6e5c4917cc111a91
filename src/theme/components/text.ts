import type { Components, Theme } from '@mui/material/styles';

/** What is read, and the column that every page keeps to. */
export const text: Components<Omit<Theme, 'components'>> = {
  MuiTypography: {
    defaultProps: {
      variantMapping: {
        h1: 'h1',
        h2: 'h2',
        h3: 'h3',
        h4: 'h4',
        subtitle1: 'p',
        body1: 'p',
        body2: 'p',
        caption: 'span',
        overline: 'p',
      },
    },
  },
  MuiContainer: {
    defaultProps: { maxWidth: false },
    styleOverrides: {
      root: {
        maxWidth: '80rem',
        // Margins that grow with the window.
        '&:not(.MuiContainer-disableGutters)': { paddingInline: 'clamp(1rem, 0.5rem + 2.2vw, 2rem)' },
      },
    },
  },
};
