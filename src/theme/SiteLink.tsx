import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type Props = ComponentProps<'a'>;

/** A path of the site: the router changes the page. */
function PathLink({ href = '', onClick, children, ...rest }: Props) {
  const navigate = useLinkClickHandler(href, rest.target ? { target: rest.target } : {});
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  return (
    <a {...rest} href={useHref(href)} onClick={follow}>
      {children}
    </a>
  );
}

/**
 * The link of Material's components: the router's for paths of the site, else the browser's. The router's own component
 * would add its forms and its prefetching to every page (vite.config.ts).
 */
export const SiteLink = ({ children, ...rest }: Props) =>
  rest.href?.startsWith('/') ? <PathLink {...rest}>{children}</PathLink> : <a {...rest}>{children}</a>;
