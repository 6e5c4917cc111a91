/** Focuses a form field by its name. Material's Select has a hidden input, whose combobox is focused; that of a date, its text. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  const combobox =
    field.ariaHidden === 'true' ? field.parentElement?.querySelector<HTMLElement>('[role="combobox"]') : null;
  const text = field instanceof HTMLInputElement && field.type === 'hidden' && field.nextElementSibling;
  (combobox ?? (text ? text.querySelector('input') : null) ?? field).focus();
}
