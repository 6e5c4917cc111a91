import { type Components, keyframes, type Theme } from '@mui/material/styles';
import { AlertIcon } from '../../icons/interface.tsx';

const pulse = keyframes({ '50%': { opacity: 0.35 } });

export const feedbackOverrides: Components<Omit<Theme, 'components'>> = {
  MuiAlert: {
    defaultProps: {
      iconMapping: { error: <AlertIcon />, warning: <AlertIcon /> },
    },
    styleOverrides: {
      root: ({ theme }) => ({
        // The action wraps below the text if there is no space next to it.
        flexWrap: 'wrap',
        gap: theme.spacing(1.25),
        padding: theme.spacing(1.5, 2),
        borderRadius: 16,
        border: '1px solid transparent',
        color: theme.vars.palette.text.primary,
        fontSize: theme.typography.body2.fontSize,
        lineHeight: 1.5,
        backgroundColor: theme.vars.palette.sand,
        variants: [
          {
            props: { severity: 'error' },
            style: {
              borderColor: `color-mix(in srgb, ${theme.vars.palette.error.main} 45%, transparent)`,
              color: theme.vars.palette.error.main,
              backgroundColor: `color-mix(in srgb, ${theme.vars.palette.error.main} 5%, transparent)`,
              fontWeight: 550,
            },
          },
          {
            props: { severity: 'warning' },
            style: {
              borderColor: `color-mix(in srgb, ${theme.vars.palette.secondary.main} 40%, transparent)`,
              backgroundColor: `color-mix(in srgb, ${theme.vars.palette.secondary.main} 9%, ${theme.vars.palette.background.paper})`,
              '& .MuiAlert-icon': { color: theme.vars.palette.secondary.main },
            },
          },
        ],
      }),
      icon: ({ theme }) => ({
        margin: 0,
        padding: 0,
        alignItems: 'center',
        // The height of the first line of the text.
        height: `calc(${theme.typography.body2.fontSize} * 1.5)`,
        fontSize: '1.25rem',
        opacity: 1,
      }),
      message: {
        flex: '1 1 min(12rem, 100% - 2.5rem)',
        minWidth: 0,
        padding: 0,
        overflow: 'visible',
        overflowWrap: 'anywhere',
      },
      action: { alignItems: 'center', margin: 0, padding: 0 },
    },
  },
  MuiAlertTitle: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: 0,
        fontSize: theme.typography.body1.fontSize,
        fontWeight: 650,
        lineHeight: 1.5,
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 36,
        border: `1px solid ${theme.vars.palette.line}`,
        backgroundColor: 'transparent',
        fontSize: theme.typography.body2.fontSize,
        fontWeight: 600,
        '&.MuiChip-clickable': {
          '@media (pointer: coarse)': { height: 44, borderRadius: 22 },
          '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.tint },
          '&[aria-pressed="true"]': {
            borderColor: theme.vars.palette.primary.main,
            backgroundColor: theme.vars.palette.tint,
          },
        },
      }),
      label: { paddingInline: 14 },
    },
  },
  MuiCircularProgress: {
    // The size and colour of the surrounding text.
    defaultProps: { size: '1.125em', thickness: 5, color: 'inherit' },
    styleOverrides: {
      root: {
        flex: 'none',
        // It pulses instead of rotating. !important overrides the rule for all elements in baseline.ts.
        '@media (prefers-reduced-motion: reduce)': {
          animation: `${pulse} 1600ms ease-in-out infinite !important`,
          animationDuration: '1600ms !important',
          animationIterationCount: 'infinite !important',
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
};
