import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the element when it appears, because it replaces the focused one. `isWanted`: false for an element that replaces nothing. */
export function useFocusOnMount(isWanted = true): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}
