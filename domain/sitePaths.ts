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

/** The part of every page that says that a form did not get through; shown to whom the address leads there. */
export const NOT_SENT_ID = 'not-sent';

/** Where a post is read. */
export const postPath = (id: number): string => `/blog/${id}`;

/** The post that a path leads to, by its id; null when it leads to none. */
export function postIdFromPath(path: string): number | null {
  const [, id] = /^\/blog\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

/** A path without the slashes that may end it; '/' stays. No pattern: one that looks for slashes takes quadratic time. */
export function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
