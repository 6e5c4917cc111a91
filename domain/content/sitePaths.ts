/** The public pages except blog posts (spec 2). They are prerendered and indexed by search engines. */
export const publicPaths = [
  '/',
  '/about-us',
  '/blog',
  '/meeting-room',
  '/event-training',
  '/login',
  '/join-us',
  '/terms',
  '/privacy',
  '/cancellation-policy',
] as const;
export type PublicPath = (typeof publicPaths)[number];

/** The pages with a visitor's own data. The browser renders them, and search engines do not index them. */
export const privatePaths: readonly string[] = [
  '/meeting-room/booking',
  '/profile',
  '/my-bookings',
  '/my-bookings/past',
  '/forgot-password',
];

/** The pages that links in emails lead to. The fragment of such a link is a secret. */
export const linkPaths: readonly string[] = [
  '/reset-password',
  '/confirm-address',
  '/staff-invitation',
  '/waiting-list',
];

/**
 * The documents that are no public page, as the renderer names them: the not-found page, and the empty frame for pages that only
 * the browser renders.
 */
export const NOT_FOUND = '404';
export const FRAME = 'frame';

export const isPublicPath = (path: string): path is PublicPath =>
  publicPaths.some((publicPath) => publicPath === path);
export const isLinkPath = (path: string): boolean => linkPaths.includes(path);
export const isPrivatePath = (path: string): boolean =>
  privatePaths.includes(path) || isLinkPath(path) || bookingIdFromPath(path) !== null;

export const bookingPath = (bookingId: string): string => `/my-bookings/${bookingId}`;

export const movePath = (bookingId: string): string => `${bookingPath(bookingId)}/move`;

/** The booking id in the path of a booking's page or of the page that moves it; null for any other path. */
export const bookingIdFromPath = (path: string): string | null =>
  /^\/my-bookings\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/move)?$/.exec(path)?.[1] ?? null;

export const postPath = (id: number): string => `/blog/${id}`;

/** The post id in a path; null for any other path. */
export function postIdFromPath(path: string): number | null {
  const [, id] = /^\/blog\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

export const eventPath = (id: number): string => `/event-training/${id}`;

/** The event id in a path; null for any other path. */
export function eventIdFromPath(path: string): number | null {
  const [, id] = /^\/event-training\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

/** `slug` as in domain/rooms/roomSlug.ts. */
export const roomPath = (slug: string): string => `/meeting-room/${slug}`;

/** The slug in the path of a room's page; null for any other path. */
export function roomSlugFromPath(path: string): string | null {
  const [, slug] = /^\/meeting-room\/([a-z\d]+(?:-[a-z\d]+){0,30})$/.exec(path) ?? [];
  return slug === undefined || isPrivatePath(path) ? null : slug;
}

/**
 * The decoded text in the place of a room's slug, also when it is not a valid slug; null for any other path and for text that
 * cannot be decoded.
 */
export function roomNameFromPath(path: string): string | null {
  const [, part] = /^\/meeting-room\/([^/]+)$/.exec(path) ?? [];
  if (part === undefined || isPrivatePath(path)) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** A path without trailing slashes; '/' is unchanged. A regular expression for trailing slashes would take quadratic time. */
export function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
