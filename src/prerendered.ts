/** What `data-path` says of the page for paths that lead nowhere, and of the frame for pages drawn in the browser. */
export const NOT_FOUND = '404';
export const FRAME = 'frame';

/**
 * Whether what stands in the page is what a path shows at first. The page for paths that lead nowhere stands for all of
 * them at the top level; further down the navigation bar may say that one is in a part of the site.
 */
export const isPrerenderedAs = (prerendered: string | undefined, path: string): boolean =>
  prerendered === path || (prerendered === NOT_FOUND && /^\/[^/]+$/.test(path));
