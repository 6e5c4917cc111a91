const ANY_ORIGIN = 'https://site.invalid';

/**
 * The page to go to after sign-in (ruling 11): `asked`, with its query string, when it is a path of this site, otherwise
 * the home page. Anything that a browser would read as another site ('//host', '/\host', 'https:…') counts as home.
 */
export function returnPath(asked: string | null): string {
  if (asked === null || !asked.startsWith('/')) return '/';
  try {
    const url = new URL(asked, ANY_ORIGIN);
    const isHere = url.origin === ANY_ORIGIN && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
