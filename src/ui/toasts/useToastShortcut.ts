import { useEffect } from 'react';

/** Alt+T (spec 9) focuses the newest toast. The focus returns to the previous element when that toast is dismissed. */
function focusNewestToast(event: KeyboardEvent): void {
  // Compares the key code, because some keyboard layouts produce another character with Alt.
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT') return;
  const region = document.querySelector('[data-flow="notifier"]');
  const toast = [...(region?.querySelectorAll('button') ?? [])].at(-1);
  if (!region || !toast) return;
  event.preventDefault();
  const previousFocus = document.activeElement;
  toast.focus();
  const observer = new MutationObserver(() => {
    if (toast.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body && previousFocus instanceof HTMLElement)
      previousFocus.focus();
  });
  observer.observe(region, { childList: true, subtree: true });
}

export function useToastShortcut(): void {
  useEffect(() => {
    addEventListener('keydown', focusNewestToast);
    return () => removeEventListener('keydown', focusNewestToast);
  }, []);
}
