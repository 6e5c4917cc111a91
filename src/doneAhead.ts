type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const initialValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '')
    : field.defaultValue;

/** Sets what React's own setter of an element would take for its own doing. */
function enter(field: Field, value: string): void {
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Notes what a visitor types into a prerendered page before it has come alive: React would empty its fields without a word.
 * The returned function hands it to the fields as if it were typed then.
 */
export function noteTypedAhead(container: HTMLElement): () => void {
  const typed = new Map<Field, string>();
  for (const field of container.querySelectorAll('input, textarea, select')) {
    if (isField(field) && field.value !== initialValue(field)) typed.set(field, field.value);
  }
  const note = ({ target }: Event): void => {
    if (isField(target)) typed.set(target, target.value);
  };
  container.addEventListener('input', note, true);
  return () => {
    container.removeEventListener('input', note, true);
    for (const [field, value] of typed) if (field.isConnected) enter(field, value);
    typed.clear();
  };
}
