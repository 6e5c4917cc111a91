import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For an element that is removed while it has the focus, such as a notice whose button was pressed: the form, the panel or the
 * page around it receives the focus. Returns the ref of the element. `focusOnMount`: the element takes the focus when it
 * appears, because it is far from the pressed button.
 */
export function useFocusParentOnUnmount<Target extends HTMLElement>(
  focusOnMount = false,
): RefObject<Target | null> {
  const ref = useRef<Target>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (focusOnMount) element?.focus();
    return () => {
      if (element?.contains(document.activeElement)) {
        element.parentElement?.closest<HTMLElement>('form, section, main')?.focus();
      }
    };
  }, [focusOnMount]);
  return ref;
}
