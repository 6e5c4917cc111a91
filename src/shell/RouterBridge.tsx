import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useFlow } from '../system/flows.ts';

/**
 * Connects the router and the navigation flow: emitted navigations change the address, and every change is sent to the
 * flow.
 */
export function RouterBridge() {
  const navigation = useFlow('navigation');
  const navigate = useNavigate();
  const location = useLocation();
  const last = useRef<Location | null>(null);

  useEffect(() => {
    const wishes = navigation.on(
      'navigated',
      ({ path, replaces }) => void navigate(path, { replace: replaces }),
    );
    return () => wishes.unsubscribe();
  }, [navigation, navigate]);

  useEffect(() => {
    // Depends on the whole location: a link to the current page closes the side menu as well.
    const { pathname, search } = location;
    const isSamePage = last.current?.pathname === pathname && last.current.search !== search;
    last.current = location;
    navigation.send({ type: 'navigation.arrived', path: pathOf(pathname), query: search, isSamePage });
  }, [navigation, location]);

  useEffect(() => {
    // Who goes back before the next page is rendered stays where they are: for the router nothing has changed.
    const stay = () => {
      const { pathname, search } = window.location;
      if (pathname !== last.current?.pathname || search !== last.current.search) return;
      navigation.send({
        type: 'navigation.arrived',
        path: pathOf(pathname),
        query: search,
        isSamePage: true,
      });
    };
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, [navigation]);

  return null;
}

const pathOf = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');
