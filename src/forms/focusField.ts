/** Moves the focus to a form's field by its name; Material's choice keeps its value in an input that nobody sees. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  const combobox =
    field.ariaHidden === 'true' ? field.parentElement?.querySelector<HTMLElement>('[role="combobox"]') : null;
  (combobox ?? field).focus();
}
