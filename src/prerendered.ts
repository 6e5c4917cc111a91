import { NOT_FOUND } from '../domain/sitePaths.ts';

/**
 * Whether the prerendered content equals the first rendering of `path`. The not-found page is used for all unknown top-level
 * paths; on deeper paths the navigation bar may mark a section as current.
 */
export const isPrerenderedAs = (prerendered: string | undefined, path: string): boolean =>
  prerendered === path || (prerendered === NOT_FOUND && /^\/[^/]+$/.test(path));
