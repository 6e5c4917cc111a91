import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { returnPath } from '../../domain/returnPath.ts';
import { parseWebUrl } from '../../domain/webUrl.ts';

/** The site's own path in a post's link; null for links to other sites. */
export const pathOfSite = (address: string): string | null => {
  const path = returnPath(address);
  return path !== '/' || address === '/' ? path : null;
};

const PART = /^#[\w-]+$/;

interface Props {
  href?: string;
  title?: string;
  children?: ReactNode;
}

/** A link in a post: to a page of this site, a part of the post, or another website. Other addresses are shown as text. */
export function PostLink({ href = '', title, children }: Props) {
  const titled = title ? { title } : {};
  if (PART.test(href)) {
    return (
      <Link href={href} {...titled}>
        {children}
      </Link>
    );
  }
  const path = pathOfSite(href);
  if (path !== null) {
    return (
      <Link href={path} {...titled}>
        {children}
      </Link>
    );
  }
  const address = /^https?:/i.test(href) ? parseWebUrl(href) : null;
  if (address === null) return <span>{children}</span>;
  return (
    <Link href={address} rel="noopener noreferrer" {...titled}>
      {children}
    </Link>
  );
}
