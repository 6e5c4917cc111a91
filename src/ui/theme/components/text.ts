import type { Components, Theme } from '@mui/material/styles';

export const textOverrides: Components<Omit<Theme, 'components'>> = {
  MuiTypography: {
    defaultProps: {
      variantMapping: { subtitle1: 'p', overline: 'p' },
    },
  },
  MuiContainer: {
    defaultProps: { maxWidth: false },
    styleOverrides: {
      root: {
        maxWidth: '80rem',
        // The margins grow with the window.
        '&:not(.MuiContainer-disableGutters)': { paddingInline: 'clamp(1rem, 0.5rem + 2.2vw, 2rem)' },
      },
    },
  },
};
