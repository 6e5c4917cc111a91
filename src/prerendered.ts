/** Values of `data-path`: the not-found page, and the empty page for browser-rendered routes. */
export const NOT_FOUND = '404';
export const FRAME = 'frame';

/**
 * Whether the prerendered content is the first rendering of a path. The not-found page serves all unknown paths of the
 * top level; below it, the navigation bar may mark a section as current.
 */
export const isPrerenderedAs = (prerendered: string | undefined, path: string): boolean =>
  prerendered === path || (prerendered === NOT_FOUND && /^\/[^/]+$/.test(path));
