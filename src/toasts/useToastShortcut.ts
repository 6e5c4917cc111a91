import { useEffect } from 'react';

/** Alt+T (spec 9) focuses the newest toast; the focus returns when that toast is dismissed. */
function goToToast(event: KeyboardEvent): void {
  // By key code: with Alt, some keyboard layouts produce another letter.
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT') return;
  const region = document.querySelector('[data-flow="notifier"]');
  const toast = [...(region?.querySelectorAll('button') ?? [])].at(-1);
  if (!region || !toast) return;
  event.preventDefault();
  const cameFrom = document.activeElement;
  toast.focus();
  const watch = new MutationObserver(() => {
    if (toast.isConnected) return;
    watch.disconnect();
    if (document.activeElement === document.body && cameFrom instanceof HTMLElement) cameFrom.focus();
  });
  watch.observe(region, { childList: true, subtree: true });
}

/** Handles the keyboard shortcut of the toasts. */
export function useToastShortcut(): void {
  useEffect(() => {
    addEventListener('keydown', goToToast);
    return () => removeEventListener('keydown', goToToast);
  }, []);
}
