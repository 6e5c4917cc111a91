import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For what goes away while it has the focus, as a notice does whose button was pressed: the form, the panel or the page around
 * it receives the focus. Returns its ref. `takesIt`: it takes the focus when it comes, because it is far from what was pressed.
 */
export function usePassedOnFocus<Of extends HTMLElement>(takesIt = false): RefObject<Of | null> {
  const place = useRef<Of>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (takesIt) element?.focus();
    return () => {
      if (element?.contains(document.activeElement)) {
        element.parentElement?.closest<HTMLElement>('form, section, main')?.focus();
      }
    };
  }, [takesIt]);
  return place;
}
