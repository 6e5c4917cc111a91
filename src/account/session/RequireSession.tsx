import { useSelector } from '../../app/system/useSelector.ts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useFlow } from '../../app/system/flows.ts';
import { RefreshingSession } from '../RefreshingSession.tsx';

/** Protects routes: a visitor signs in first and returns to the same address with its query (ruling 11). */
export function RequireSession() {
  const session = useFlow('session');
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const isRefreshing = useSelector(session, (snapshot) => snapshot.hasTag('refreshing'));
  const { pathname, search } = useLocation();

  if (isSignedIn) return <Outlet />;
  if (isRefreshing) return <RefreshingSession />;
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
}
