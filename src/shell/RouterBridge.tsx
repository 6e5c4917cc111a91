import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useFlow } from '../system/flows.ts';

/** Joins the address bar and the navigation flow: its wishes become navigations, and it learns of every arrival. */
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
    // The whole location, not only its path: a link to the page one is on closes the side menu as well.
    const path = location.pathname.replace(/(.)\/+$/, '$1');
    navigation.send({ type: 'navigation.arrived', path, query: location.search });
  }, [navigation, location]);

  return null;
}
