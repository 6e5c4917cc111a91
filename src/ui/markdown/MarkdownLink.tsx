import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { returnPath } from '../../../domain/account/returnPath.ts';
import { parseWebUrl } from '../../../domain/content/webUrl.ts';

/** Null for links to other sites. */
export const sitePathOf = (address: string): string | null => {
  const path = returnPath(address);
  return path !== '/' || address === '/' ? path : null;
};

const ANCHOR = /^#[\w-]+$/;

interface Props {
  href?: string;
  title?: string;
  children?: ReactNode;
}

/** Leads to a page of this site, a heading of the text, or another website. Other addresses become plain text. */
export function MarkdownLink({ href = '', title, children }: Props) {
  const titleProps = title ? { title } : {};
  if (ANCHOR.test(href)) {
    return (
      <Link href={href} {...titleProps}>
        {children}
      </Link>
    );
  }
  const path = sitePathOf(href);
  if (path !== null) {
    return (
      <Link href={path} {...titleProps}>
        {children}
      </Link>
    );
  }
  const address = /^https?:/i.test(href) ? parseWebUrl(href) : null;
  if (address === null) return <span>{children}</span>;
  return (
    <Link href={address} rel="noopener noreferrer" {...titleProps}>
      {children}
    </Link>
  );
}
