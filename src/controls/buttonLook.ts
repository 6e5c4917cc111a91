import type { CSSObject, Theme } from '@emotion/react';
import type { ReactNode } from 'react';

export interface ButtonLook {
  /** How much it asks for: the one thing to do, another way, or a quiet one. */
  readonly weight?: 'filled' | 'outlined' | 'quiet';
  /** 'accent' is for the step that costs something. */
  readonly tone?: 'primary' | 'accent';
  readonly isSmall?: boolean;
  readonly icon?: ReactNode;
  readonly iconAfter?: ReactNode;
}

/** What tells the rules below how a button looks. */
export const lookOf = (
  weight: ButtonLook['weight'] = 'filled',
  tone: ButtonLook['tone'] = 'primary',
  isSmall = false,
) => ({ 'data-weight': weight, 'data-tone': tone, 'data-small': isSmall || undefined });

/** Every button and every link that looks like one; lighter than Material's, which the first page need not fetch. */
export const buttonLook = (theme: Theme): CSSObject => ({
  ...theme.typography.button,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1.25),
  minHeight: 48,
  paddingBlock: theme.spacing(0.75),
  paddingInline: theme.spacing(2.75),
  border: '1.5px solid transparent',
  borderRadius: 999,
  backgroundColor: 'transparent',
  color: theme.vars.palette.text.primary,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  touchAction: 'manipulation',
  transition: 'background-color 160ms, border-color 160ms, color 160ms, transform 160ms',
  '&:active:not(:disabled)': { transform: 'translateY(1px)' },
  '& > svg': { flex: 'none', fontSize: '1.25rem', marginInlineStart: theme.spacing(-0.5) },
  '& > svg:last-child': { marginInline: theme.spacing(0, -0.5) },
  '&[data-small]': {
    minHeight: 44,
    paddingInline: theme.spacing(2),
    fontSize: theme.typography.body2.fontSize,
  },
  '&[data-weight="filled"]': {
    backgroundColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.contrastText,
    '&:hover:not(:disabled)': { backgroundColor: theme.vars.palette.primary.dark },
    '&[data-tone="accent"]': {
      backgroundColor: theme.vars.palette.secondary.main,
      color: theme.vars.palette.secondary.contrastText,
      '&:hover:not(:disabled)': { backgroundColor: theme.vars.palette.secondary.dark },
    },
  },
  '&[data-weight="outlined"]': {
    borderColor: theme.vars.palette.outline,
    '&:hover:not(:disabled)': {
      borderColor: theme.vars.palette.primary.main,
      backgroundColor: theme.vars.palette.tint,
    },
  },
  '&[data-weight="quiet"]': {
    paddingInline: theme.spacing(1.75),
    color: theme.vars.palette.primary.main,
    '&:hover:not(:disabled)': { backgroundColor: theme.vars.palette.tint },
  },
  '&:disabled, &[data-weight="filled"]:disabled': {
    borderColor: 'transparent',
    backgroundColor: theme.vars.palette.taken,
    color: theme.vars.palette.takenText,
    cursor: 'default',
  },
});
