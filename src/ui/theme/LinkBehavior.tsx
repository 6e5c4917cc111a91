import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

/** The router's link for paths of the site, otherwise a plain one. */
export const LinkBehavior = ({ href = '', children, ...rest }: ComponentProps<'a'>) =>
  href.startsWith('/') ? (
    <Link to={href} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  );
