import { useEffect } from 'react';

/** Alt+T (spec 9): to the newest toast, and back to where the focus was when that toast has gone. */
function goToToast(event: KeyboardEvent): void {
  // By the key's place: with Alt, some keyboards write another letter.
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

/** Lets the keyboard reach the toasts, which stand apart from the page. */
export function useToastShortcut(): void {
  useEffect(() => {
    addEventListener('keydown', goToToast);
    return () => removeEventListener('keydown', goToToast);
  }, []);
}
