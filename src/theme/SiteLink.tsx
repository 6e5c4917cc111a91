import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

/** What Material's links and buttons lead with: to the site's own pages by the router, elsewhere by the browser. */
export const SiteLink = ({ href = '', children, ...rest }: ComponentProps<'a'>) =>
  href.startsWith('/') ? (
    <Link to={href} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  );
