/** Values of `data-path`: the not-found page, and the empty frame for pages that only the browser renders. */
export const NOT_FOUND = '404';
export const FRAME = 'frame';

/**
 * Whether the prerendered content equals the first rendering of `path`. The not-found page is used for all unknown top-level
 * paths; on deeper paths the navigation bar may mark a section as current.
 */
export const isPrerenderedAs = (prerendered: string | undefined, path: string): boolean =>
  prerendered === path || (prerendered === NOT_FOUND && /^\/[^/]+$/.test(path));
