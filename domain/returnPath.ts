const ANY_ORIGIN = 'https://site.invalid';

/**
 * The page to go to after sign-in (ruling 11): `asked`, with its query string, when it is a path of this site, otherwise
 * the home page. Anything that a browser would read as another site ('//host', '/\host', 'https:…') counts as home.
 */
export function returnPath(requested: string | null): string {
  if (requested === null || !requested.startsWith('/')) return '/';
  try {
    const url = new URL(requested, ANY_ORIGIN);
    const isHere = url.origin === ANY_ORIGIN && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
