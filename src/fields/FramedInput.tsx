import { styled } from '../theme/styled.ts';
import type { ComponentProps, ReactNode } from 'react';

const Frame = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: 52,
  borderRadius: 14,
  border: `1px solid ${theme.vars.palette.outline}`,
  backgroundColor: theme.vars.palette.background.paper,
  transition: 'box-shadow 160ms',
  '&:hover': { borderColor: theme.vars.palette.primary.main },
  '&:has(> input:focus)': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
    boxShadow: `0 0 0 4px ${theme.vars.palette.tint}`,
  },
  '&:has(> input[aria-invalid="true"])': { borderColor: theme.vars.palette.error.main },
  '& > :has(+ input)': { marginInlineStart: 'var(--adornment-margin, 14px)' },
  '& > input + *': { marginInlineEnd: 'var(--adornment-margin, 14px)' },
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: '100%',
    margin: 0,
    padding: '14px 16px',
    border: 0,
    borderRadius: 'inherit',
    backgroundColor: 'transparent',
    color: 'inherit',
    colorScheme: 'light dark',
    font: 'inherit',
    lineHeight: 1.5,
    // The frame shows the focus.
    outline: 'none',
    '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
    '&::-webkit-date-and-time-value': { textAlign: 'left' },
  },
}));

export interface FramedInputProps extends Omit<ComponentProps<'input'>, 'aria-invalid'> {
  /** What stands before and after the text within the frame. */
  readonly startAdornment?: ReactNode;
  readonly endAdornment?: ReactNode;
  readonly isWrong: boolean;
}

/** The browser's own input in the frame that all fields have: Material's would weigh more than the page around it. */
export const FramedInput = ({
  startAdornment,
  endAdornment,
  isWrong,
  className,
  ...input
}: FramedInputProps) => (
  <Frame {...(className ? { className } : {})}>
    {startAdornment}
    <input {...input} aria-invalid={isWrong} />
    {endAdornment}
  </Frame>
);
