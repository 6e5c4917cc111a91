import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useFlow } from '../system/flows.ts';

/**
 * Connects the router and the navigation flow: emitted navigations change the address, and every change is sent to the
 * flow.
 */
export function RouterBridge() {
  const navigation = useFlow('navigation');
  const navigate = useNavigate();
  const location = useLocation();

  useEffect(() => {
    const wishes = navigation.on(
      'navigated',
      ({ path, replaces }) => void navigate(path, { replace: replaces }),
    );
    return () => wishes.unsubscribe();
  }, [navigation, navigate]);

  useEffect(() => {
    // Depends on the whole location: a link to the current page closes the side menu as well.
    const path = location.pathname.replace(/(.)\/+$/, '$1');
    navigation.send({ type: 'navigation.arrived', path, query: location.search });
  }, [navigation, location]);

  return null;
}
