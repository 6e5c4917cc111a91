import type { Components, Theme } from '@mui/material/styles';
import { LinkBehavior } from '../LinkBehavior.tsx';

/** 'contained' is the primary action of a section; the colour 'secondary' is for actions that cost money. */
export const buttonOverrides: Components<Omit<Theme, 'components'>> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, LinkComponent: LinkBehavior },
    styleOverrides: {
      root: ({ theme }) => ({
        touchAction: 'manipulation',
        '&:focus-visible': { outline: `3px solid ${theme.vars.palette.secondary.main}`, outlineOffset: 2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { variant: 'contained', disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 48,
        minWidth: 0,
        padding: theme.spacing(0.75, 2.75),
        border: '1.5px solid transparent',
        borderRadius: 999,
        textAlign: 'center',
        transition: 'background-color 160ms, border-color 160ms, color 160ms, transform 160ms',
        '&:active': { transform: 'translateY(1px)' },
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.taken, color: theme.vars.palette.takenText },
        variants: [
          {
            props: { size: 'small' },
            style: {
              minHeight: 44,
              paddingInline: theme.spacing(2),
              fontSize: theme.typography.body2.fontSize,
            },
          },
          {
            props: { variant: 'outlined' },
            style: {
              borderColor: theme.vars.palette.outline,
              color: theme.vars.palette.text.primary,
              '&:hover': {
                borderColor: theme.vars.palette.primary.main,
                backgroundColor: theme.vars.palette.tint,
              },
              '&.Mui-disabled': { border: '1.5px solid transparent' },
            },
          },
          {
            props: { variant: 'text' },
            style: {
              paddingInline: theme.spacing(1.75),
              '&:hover': { backgroundColor: theme.vars.palette.tint },
            },
          },
        ],
      }),
      startIcon: ({ theme }) => ({
        marginInline: theme.spacing(-0.5, 1.25),
        '&::before': { content: 'none' },
        '& > svg:nth-of-type(1)': { fontSize: '1.25rem' },
      }),
      endIcon: ({ theme }) => ({
        marginInline: theme.spacing(1.25, -0.5),
        '&::before': { content: 'none' },
        '& > svg:nth-of-type(1)': { fontSize: '1.25rem' },
      }),
    },
  },
  MuiIconButton: {
    defaultProps: { color: 'inherit' },
    styleOverrides: {
      root: ({ theme }) => ({
        flex: 'none',
        width: 44,
        height: 44,
        padding: 0,
        border: '1px solid transparent',
        fontSize: '1.375rem',
        transition: 'background-color 160ms',
        '&:hover': { backgroundColor: theme.vars.palette.tint },
      }),
    },
  },
  MuiLink: {
    defaultProps: { component: LinkBehavior },
    styleOverrides: { root: { textDecorationColor: 'currentColor' } },
  },
};
