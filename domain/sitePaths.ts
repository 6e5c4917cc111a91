/** The pages that anybody may see, posts aside (spec 2). They are prerendered and found by search engines. */
export const publicPaths = [
  '/',
  '/about-us',
  '/blog',
  '/meeting-room',
  '/event-training',
  '/login',
  '/join-us',
] as const;
export type PublicPath = (typeof publicPaths)[number];

/** The pages that show a visitor's own things: drawn in the browser, and nothing for search engines. */
const ownPaths: readonly string[] = ['/meeting-room/booking', '/profile', '/my-bookings'];

export const isPublicPath = (path: string): path is PublicPath =>
  publicPaths.some((publicPath) => publicPath === path);
export const isOwnPath = (path: string): boolean => ownPaths.includes(path);

/** Where a post is read. */
export const postPath = (id: number): string => `/blog/${id}`;

/** The post that a path leads to, by its id; null when it leads to none. */
export function postOfPath(path: string): number | null {
  const [, id] = /^\/blog\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

/** A path without the slash that may end it. */
export const withoutLastSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');
