import { useLocation } from 'react-router-dom';

/**
 * The value of `aria-current` for a link of a menu. `isExact`: the link is the current one on its own page only, not on
 * those below it.
 */
export function useAriaCurrent(): (path: string, isExact?: boolean) => 'page' | undefined {
  const { pathname } = useLocation();
  return (path, isExact = false) =>
    pathname === path || (!isExact && pathname.startsWith(`${path}/`)) ? 'page' : undefined;
}
