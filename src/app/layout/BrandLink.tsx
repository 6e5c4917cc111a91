import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { brand } from '../../../domain/content/brand.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { InertLink } from '../../ui/layout/InertLink.tsx';

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

/** The target is configured (ruling 23). Without a target the link is marked as not available yet. */
export function BrandLink({ to, className, children }: Props) {
  const target = brand.targets[to];
  const classProps = className ? { className } : {};
  if (target !== null) {
    return (
      <Link href={target} {...classProps}>
        {children}
      </Link>
    );
  }
  return (
    <InertLink {...classProps}>
      {children}
      <Badge aria-hidden="true">Soon</Badge>
      <VisuallyHidden> (not available yet)</VisuallyHidden>
    </InertLink>
  );
}
