/** Focuses a form field by its name. Material's Select has a hidden input; its combobox is focused. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  const combobox =
    field.ariaHidden === 'true' ? field.parentElement?.querySelector<HTMLElement>('[role="combobox"]') : null;
  (combobox ?? field).focus();
}
