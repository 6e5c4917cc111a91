import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { returnPath } from '../../domain/returnPath.ts';
import { webAddress } from '../../domain/webAddress.ts';

/** A path of this site as an address in a post; null for anything that leads elsewhere. */
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

/** A link in a post: to a page of this site, a part of the post, or another site on the web. Anything else is only its words. */
export function PostLink({ href = '', title, children }: Props) {
  const titled = title ? { title } : {};
  if (PART.test(href)) {
    return (
      <a href={href} {...titled}>
        {children}
      </a>
    );
  }
  const path = pathOfSite(href);
  if (path !== null) {
    return (
      <Link to={path} {...titled}>
        {children}
      </Link>
    );
  }
  const address = /^https?:/i.test(href) ? webAddress(href) : null;
  if (address === null) return <span>{children}</span>;
  return (
    <a href={address} rel="noopener noreferrer" {...titled}>
      {children}
    </a>
  );
}
