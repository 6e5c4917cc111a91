import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type Props = ComponentProps<'a'>;

/** A link to a path of the site. The router changes the page. */
function PathLink({ href = '', onClick, children, ...rest }: Props) {
  const navigate = useLinkClickHandler(href, rest.target ? { target: rest.target } : {});
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  return (
    <a {...rest} href={useHref(href)} onClick={handleClick}>
      {children}
    </a>
  );
}

/**
 * The link in Material's components: through the router for paths of the site, otherwise a plain link. The router's link
 * component would add its forms and its prefetching to every page (vite.config.ts).
 */
export const SiteLink = ({ children, ...rest }: Props) =>
  rest.href?.startsWith('/') ? <PathLink {...rest}>{children}</PathLink> : <a {...rest}>{children}</a>;
