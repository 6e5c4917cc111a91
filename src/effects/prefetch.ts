/**
 * Fetches a page as soon as a visitor comes near a link to it, with the mouse, a finger or the keyboard: it is there
 * when they click. A page that cannot be had now is asked for again when it is gone to.
 */
export function prefetch(preload: (path: string) => Promise<unknown>): void {
  const listen = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) void preload(link.pathname).catch(() => undefined);
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, listen, { passive: true });
}
