import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useFlow } from '../system/flows.ts';

/**
 * Connects the router and the navigation flow: navigations that the flow emits change the address, and every change of the
 * address is sent to the flow.
 */
export function RouterBridge() {
  const navigation = useFlow('navigation');
  const navigate = useNavigate();
  const location = useLocation();
  const lastLocation = useRef<Location | null>(null);

  useEffect(() => {
    const subscription = navigation.on(
      'navigated',
      ({ path, replaces }) => void navigate(path, { replace: replaces }),
    );
    return () => subscription.unsubscribe();
  }, [navigation, navigate]);

  useEffect(() => {
    // The effect depends on the whole location, so that a link to the current page closes the side menu as well.
    const { pathname, search } = location;
    const isSamePage = lastLocation.current?.pathname === pathname && lastLocation.current.search !== search;
    lastLocation.current = location;
    navigation.send({ type: 'navigation.arrived', path: pathOf(pathname), query: search, isSamePage });
  }, [navigation, location]);

  useEffect(() => {
    // If the visitor goes back before the next page is rendered, the router's location does not change, so it is sent here.
    const reportSamePage = () => {
      const { pathname, search } = window.location;
      if (pathname !== lastLocation.current?.pathname || search !== lastLocation.current.search) return;
      navigation.send({
        type: 'navigation.arrived',
        path: pathOf(pathname),
        query: search,
        isSamePage: true,
      });
    };
    window.addEventListener('popstate', reportSamePage);
    return () => window.removeEventListener('popstate', reportSamePage);
  }, [navigation]);

  return null;
}

const pathOf = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');
