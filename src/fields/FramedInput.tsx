import type { ComponentProps, ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { enteredLook, frameLook } from './fieldLook.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: 52,
  ...frameLook(theme, '&:has(> input:focus)', '&:has(> input[aria-invalid="true"])'),
  '& > :has(+ input)': { marginInlineStart: 4 },
  '& > input + *': { marginInlineEnd: 4 },
  '& > input': {
    ...enteredLook,
    flex: 1,
    minWidth: 0,
    height: '100%',
    padding: '14px 16px',
    border: 0,
    borderRadius: 'inherit',
    backgroundColor: 'transparent',
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
