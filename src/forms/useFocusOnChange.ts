import { type RefObject, useEffect, useRef } from 'react';

/** Material's choices and texts of several lines have hidden fields beside the one that is seen. */
const FIELD = ['input:not([type="hidden"])', 'textarea', '[role="combobox"]']
  .map((field) => `form ${field}:not([hidden], [aria-hidden])`)
  .join();

/**
 * Moves the focus when a form opens, to its first field, and back to the button when it closes, because what had the focus is
 * gone. Returns the ref of their container.
 */
export function useFocusOnChange(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    (isOpen ? (find(FIELD) ?? find('form button')) : find('.head button, :scope > button'))?.focus();
  }, [isOpen]);
  return place;
}
