import { Link, type LinkProps } from 'react-router-dom';
import { styled } from '../theme/styled.ts';
import { type ButtonLook, buttonLook, lookOf } from './buttonLook.ts';

const Root = styled(Link)(({ theme }) => buttonLook(theme));

/** Leads to another page, with the weight of a button. */
export const ButtonLink = ({
  weight,
  tone,
  isSmall,
  icon,
  iconAfter,
  children,
  ...rest
}: ButtonLook & LinkProps) => (
  <Root {...rest} {...lookOf(weight, tone, isSmall)}>
    {icon}
    {children}
    {iconAfter}
  </Root>
);
