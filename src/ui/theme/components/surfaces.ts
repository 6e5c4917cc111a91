import type { Components, Theme } from '@mui/material/styles';
import { dialogRoot } from '../../../app/system/dialogRoot.ts';

export const surfaceOverrides: Components<Omit<Theme, 'components'>> = {
  MuiAppBar: {
    defaultProps: { position: 'sticky', color: 'transparent', elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({
        display: 'block',
        borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
        color: theme.vars.palette.text.primary,
        backgroundColor: `color-mix(in srgb, ${theme.vars.palette.background.default} 88%, transparent)`,
        backdropFilter: 'blur(14px)',
        // At 400% zoom the bar would cover a quarter of the screen.
        '@media (max-height: 20rem)': { position: 'static' },
      }),
    },
  },
  MuiToolbar: {
    defaultProps: { disableGutters: true },
    styleOverrides: {
      root: ({ theme }) => ({ '&&': { minHeight: 64, [theme.breakpoints.up('md')]: { minHeight: 76 } } }),
    },
  },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 24,
        border: `1px solid ${theme.vars.palette.line}`,
        boxShadow: theme.vars.shadows[1],
      }),
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  // baseline.ts locks the scroll position without changing the layout.
  MuiModal: { defaultProps: { container: dialogRoot, disableScrollLock: true } },
  MuiPopover: {
    defaultProps: { container: dialogRoot, disableScrollLock: true },
    styleOverrides: {
      paper: ({ theme }) => ({
        marginBlockStart: theme.spacing(0.75),
        borderRadius: 18,
        border: `1px solid ${theme.vars.palette.line}`,
        boxShadow: theme.vars.shadows[4],
      }),
    },
  },
  MuiMenu: { styleOverrides: { list: ({ theme }) => ({ padding: theme.spacing(1) }) } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        borderRadius: 12,
        fontWeight: 550,
        '&:hover, &.Mui-selected, &.Mui-selected:hover, &.Mui-focusVisible, &.Mui-selected.Mui-focusVisible':
          {
            backgroundColor: theme.vars.palette.tint,
          },
        '&.Mui-selected': { fontWeight: 700 },
        '&.Mui-focusVisible': { outlineOffset: -3 },
      }),
    },
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
  // The buttons have the same margin as the text, but a smaller one on a phone, so that two buttons fit in one row.
  MuiDialogActions: {
    styleOverrides: {
      root: ({ theme }) => ({
        flexWrap: 'wrap',
        rowGap: theme.spacing(1),
        padding: theme.spacing(0, 2, 2),
        [theme.breakpoints.up('sm')]: { padding: theme.spacing(0, 3, 3) },
      }),
    },
  },
  MuiDialogTitle: {
    defaultProps: { variant: 'h2' },
    styleOverrides: { root: ({ theme }) => ({ paddingBlock: theme.spacing(3, 1) }) },
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
};
