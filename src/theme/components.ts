import type { Components, Theme } from '@mui/material/styles';

/** The look of Material's components here; none of them keeps its own. */
export const components: Components<Omit<Theme, 'components'>> = {
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
