import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { brand } from '../../domain/brand.ts';
import { HiddenText } from '../theme/HiddenText.tsx';
import { styled } from '../theme/styled.ts';
import { InertLink } from './InertLink.tsx';

const Badge = styled('span')({
  marginInlineStart: '0.625em',
  whiteSpace: 'nowrap',
  paddingInline: '0.625em',
  border: '1px solid',
  borderRadius: 999,
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: 1.6,
  letterSpacing: '0.02em',
});

interface Props {
  to: keyof typeof brand.targets;
  className?: string;
  children: ReactNode;
}

/** A link whose target is configuration (ruling 23). Without a target it is marked as not yet available. */
export function BrandLink({ to, className, children }: Props) {
  const target = brand.targets[to];
  const named = className ? { className } : {};
  if (target !== null) {
    return (
      <Link to={target} {...named}>
        {children}
      </Link>
    );
  }
  return (
    <InertLink {...named}>
      {children}
      <Badge aria-hidden="true">Soon</Badge>
      <HiddenText> (not available yet)</HiddenText>
    </InertLink>
  );
}
