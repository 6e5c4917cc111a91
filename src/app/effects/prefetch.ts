/**
 * Loads the code of a page when the pointer or the focus reaches a link to it. A failed load is retried on navigation.
 */
export function prefetch(preload: (path: string) => Promise<unknown>): void {
  const listen = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) void preload(link.pathname).catch(() => undefined);
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, listen, { passive: true });
}
