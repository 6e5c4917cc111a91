/** A page's code could not be loaded: the browser is offline, or the server has a newer build with other file names. */
export class PageLoadError extends Error {
  override name = 'PageLoadError';

  constructor(cause: unknown) {
    super('A page could not be loaded', { cause });
  }
}
