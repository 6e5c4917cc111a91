import { use, useEffect, useRef } from 'react';
import type { Location } from 'react-router-dom';
import { withoutTrailingSlash } from '../../../domain/content/sitePaths.ts';
import { useFlow } from '../system/flows.ts';
import { RouterContext } from '../system/RouterContext.ts';
import { useEmitted } from '../system/useEmitted.ts';

/**
 * Connects the router and the navigation flow: navigations that the flow emits change the address, and every change of the
 * address is sent to the flow, also one that is undone before its page is rendered.
 */
export function RouterBridge() {
  const navigation = useFlow('navigation');
  const router = use(RouterContext);
  const last = useRef<Location>(null);

  useEmitted(
    navigation,
    'navigated',
    ({ path, replaces }) =>
      void router?.navigate(path, { replace: replaces, preventScrollReset: isPathOfPage(path) }),
  );

  useEffect(() => {
    if (!router) return undefined;
    // A link to the current page makes a new location as well, which closes the side menu.
    const report = (location: Location): void => {
      if (location === last.current) return;
      const { pathname, search } = location;
      const isSamePage = last.current?.pathname === pathname && last.current.search !== search;
      last.current = location;
      navigation.send({
        type: 'navigation.arrived',
        path: withoutTrailingSlash(pathname),
        query: search,
        isSamePage,
      });
    };
    report(router.state.location);
    return router.subscribe(({ location }) => report(location));
  }, [navigation, router]);

  return null;
}

/**
 * Whether a path leads to the shown page with another query, such as the second step of a form. The page then keeps its
 * scroll position.
 */
const isPathOfPage = (path: string): boolean => path.split('?')[0] === window.location.pathname;
