/**
 * Some fields have a hidden input with the name. For Material's Select the combobox is focused, for a date field of the desk
 * the text input after the hidden one.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  const combobox =
    field.ariaHidden === 'true' ? field.parentElement?.querySelector<HTMLElement>('[role="combobox"]') : null;
  const visibleField =
    field instanceof HTMLInputElement && field.type === 'hidden' && field.nextElementSibling;
  (combobox ?? (visibleField ? visibleField.querySelector('input') : null) ?? field).focus();
}
