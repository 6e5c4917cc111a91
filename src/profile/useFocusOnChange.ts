import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus when a form opens, to its first input, and back to the button when it closes, because what had the focus is
 * gone. Returns the ref of their container.
 */
export function useFocusOnChange(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    place.current?.querySelector<HTMLElement>(isOpen ? 'form input:not([hidden])' : '.head button')?.focus();
  }, [isOpen]);
  return place;
}
