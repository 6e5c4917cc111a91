import type { Components, Theme } from '@mui/material/styles';
import { ChevronDownIcon } from '../../icons/interface.tsx';

/** The label is above the field, help and errors are below. */
export const fieldOverrides: Components<Omit<Theme, 'components'>> = {
  MuiTextField: { defaultProps: { fullWidth: true } },
  // The keyframes of fields are in the global styles (baseline.ts).
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiInputLabel: {
    // Optional fields are marked; required ones are not.
    defaultProps: { shrink: true, disableAnimation: true, required: false },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        display: 'flex',
        alignItems: 'center',
        gap: theme.spacing(0.75),
        maxWidth: 'none',
        marginBlockEnd: theme.spacing(0.75),
        overflow: 'visible',
        transform: 'none',
        whiteSpace: 'normal',
        userSelect: 'auto',
        '& svg': { fontSize: '1.125rem', color: theme.vars.palette.primary.main },
        // Not part of the accessible name: the alternative text is empty.
        '&[data-optional]::after': {
          marginInlineStart: 'auto',
          color: theme.vars.palette.text.secondary,
          content: '"Optional" / ""',
          fontWeight: 400,
        },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: theme.typography.body2.fontSize,
        fontWeight: 650,
        lineHeight: theme.typography.body2.lineHeight,
        '&, &.Mui-focused, &.Mui-error, &.Mui-disabled': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({ margin: '3px 2px 0', fontSize: theme.typography.caption.fontSize }),
    },
  },
  MuiOutlinedInput: {
    // The label is never inside the frame.
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 52,
        backgroundColor: theme.vars.palette.background.paper,
        colorScheme: 'light dark',
        transition: 'box-shadow 160ms',
        '&.Mui-focused': { boxShadow: `0 0 0 4px ${theme.vars.palette.tint}` },
        '&:hover:not(.Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.primary.main,
        },
        '& input:focus-visible, & textarea:focus-visible, & .MuiSelect-select:focus-visible': {
          // The frame of the field shows the focus.
          outline: 'none',
        },
        '&.MuiInputBase-adornedStart': { paddingInlineStart: 4 },
        '&.MuiInputBase-adornedEnd': { paddingInlineEnd: 4 },
      }),
      input: ({ theme }) => ({
        height: 'auto',
        padding: '14px 16px',
        lineHeight: 1.5,
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
      }),
      multiline: { padding: 0 },
      notchedOutline: ({ theme }) => ({
        insetBlockStart: 0,
        borderColor: theme.vars.palette.outline,
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiInputAdornment: {
    styleOverrides: { root: { maxHeight: 'none', height: 'auto', margin: 0, color: 'inherit' } },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ChevronDownIcon },
    styleOverrides: {
      select: { '&.MuiSelect-select': { minHeight: 0, paddingInlineEnd: 36 } },
      icon: {
        insetInlineEnd: 10,
        insetBlockStart: 'calc(50% - 0.5em)',
        color: 'inherit',
        fontSize: '1.25rem',
      },
    },
  },
};
