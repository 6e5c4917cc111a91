const ANY_ORIGIN = 'https://site.invalid';

/**
 * The page after sign-in (ruling 11): `requested` with its query string when it is a path of this site, the home page
 * otherwise. Anything that a browser would read as another origin ('//host', '/\host', 'https:…') becomes the home
 * page.
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
