/**
 * The fields whose inputs have another value than the flow knows, by name: password managers and browsers fill inputs without an
 * event. A form whose flow keeps the values reports these before each change of another input, because the next render would undo
 * them, and before it is sent. The input of the change reports itself: its flow may change other fields with it, such as the country
 * of a phone number. An empty input is no filled one: a visitor who clears an input causes events, and React empties inputs while it
 * hydrates the page.
 */
export function filledFields<Fields extends object>(
  form: HTMLFormElement,
  known: Fields,
  changed?: EventTarget,
): readonly { readonly field: keyof Fields & string; readonly value: string }[] {
  const entered = new FormData(form);
  return (Object.keys(known) as (keyof Fields & string)[]).flatMap((field) => {
    if (form.elements.namedItem(field) === changed) return [];
    const entry = entered.get(field);
    // A form sends the lines of a text with CRLF; the input has LF.
    const value = typeof entry === 'string' ? entry.replaceAll('\r\n', '\n') : null;
    return value !== null && value !== '' && value !== known[field] ? [{ field, value }] : [];
  });
}
