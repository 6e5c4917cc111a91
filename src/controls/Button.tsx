import type { ComponentProps } from 'react';
import { styled } from '../theme/styled.ts';
import { type ButtonLook, buttonLook, lookOf } from './buttonLook.ts';

const Root = styled('button')(({ theme }) => buttonLook(theme));

/** Does something on the page. */
export const Button = ({
  weight,
  tone,
  isSmall,
  icon,
  iconAfter,
  children,
  type = 'button',
  ...rest
}: ButtonLook & ComponentProps<'button'>) => (
  <Root {...rest} type={type} {...lookOf(weight, tone, isSmall)}>
    {icon}
    {children}
    {iconAfter}
  </Root>
);
