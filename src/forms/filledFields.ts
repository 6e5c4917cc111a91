/**
 * The fields whose inputs have another value than the flow knows, by name: password managers and browsers fill inputs without an
 * event. A form whose flow keeps the values reports these with each change, because the next render would undo them, and before it
 * is sent. An empty input is none of them: a visitor who clears an
 * input causes events, and React empties inputs while it hydrates the page.
 */
export function filledFields<Fields extends object>(
  form: HTMLFormElement,
  known: Fields,
): readonly { readonly field: keyof Fields & string; readonly value: string }[] {
  const entered = new FormData(form);
  return (Object.keys(known) as (keyof Fields & string)[]).flatMap((field) => {
    const entry = entered.get(field);
    // A form sends the lines of a text with CRLF; the input has LF.
    const value = typeof entry === 'string' ? entry.replaceAll('\r\n', '\n') : null;
    return value !== null && value !== '' && value !== known[field] ? [{ field, value }] : [];
  });
}
