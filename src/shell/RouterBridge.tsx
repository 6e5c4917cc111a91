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
    const path = pathname.replace(/(.)\/+$/, '$1');
    navigation.send({ type: 'navigation.arrived', path, query: search, isSamePage });
  }, [navigation, location]);

  return null;
}
