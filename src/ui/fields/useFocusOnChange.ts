import { type RefObject, useRef } from 'react';
import { useAfterChange } from './useAfterChange.ts';

/** Visible fields only: Material's selects and multiline text fields have additional hidden fields. */
const FIELD_SELECTOR = ['input:not([type="hidden"])', 'textarea', '[role="combobox"]']
  .map((field) => `form ${field}:not([hidden], [aria-hidden])`)
  .join();

/**
 * Moves the focus to the first field when a form opens, and back to the button when it closes, because the focused element is
 * removed. Returns the ref for the container of both.
 */
export function useFocusOnChange(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  useAfterChange(isOpen, () => {
    const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector);
    (isOpen ? (find(FIELD_SELECTOR) ?? find('form button')) : find('button'))?.focus();
  });
  return container;
}
