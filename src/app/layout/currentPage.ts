import { useLocation } from 'react-router-dom';

/**
 * Returns a function for the value of `aria-current` of a menu link. `isExact`: the link is current only on exactly this path,
 * not on paths below it.
 */
export function useAriaCurrent(): (path: string, isExact?: boolean) => 'page' | undefined {
  const { pathname } = useLocation();
  return (path, isExact = false) =>
    pathname === path || (!isExact && pathname.startsWith(`${path}/`)) ? 'page' : undefined;
}
