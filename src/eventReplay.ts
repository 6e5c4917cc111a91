type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const initialValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '')
    : field.defaultValue;

/** Sets a value past React's own setter of the element, which would take it for React's own doing. */
const setValue = (field: Field, value: string): boolean =>
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);

function enter(field: Field, value: string): void {
  setValue(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Notes what a visitor does on a prerendered page before it has come alive: React would empty its fields without a word,
 * a button would do nothing, and the browser itself would send off a form. The returned function lets it be done then:
 * what was typed, then the buttons pressed and forms sent in their order. Links lead where they lead at
 * once.
 */
export function recordEvents(container: HTMLElement): () => void {
  const typed = new Map<Field, string>();
  for (const field of container.querySelectorAll('input, textarea, select')) {
    if (isField(field) && field.value !== initialValue(field)) typed.set(field, field.value);
  }
  const done: HTMLElement[] = [];

  const listening = new AbortController();
  const listen = (kind: string, note: (event: Event) => void): void =>
    container.addEventListener(kind, note, { capture: true, signal: listening.signal });
  /** Nobody else gets to see what will be done over. */
  const keep = (event: Event, what: HTMLElement): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    done.push(what);
  };
  // React empties a field when it takes it over: what was there comes back before more is typed.
  listen('beforeinput', ({ target }) => {
    const noted = isField(target) ? typed.get(target) : undefined;
    if (isField(target) && noted !== undefined && target.value !== noted) setValue(target, noted);
  });
  for (const kind of ['input', 'change']) {
    listen(kind, (event) => {
      if (!isField(event.target)) return;
      typed.set(event.target, event.target.value);
      // React would answer with what its page at rest has, which is nothing.
      event.stopImmediatePropagation();
    });
  }
  listen('submit', (event) => {
    if (event.target instanceof HTMLFormElement) keep(event, event.target);
  });
  listen('click', (event) => {
    const pressed =
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button') : null;
    if (pressed?.type === 'button') keep(event, pressed);
  });

  return () => {
    listening.abort();
    for (const [field, value] of typed) if (field.isConnected) enter(field, value);
    for (const what of done) {
      if (!what.isConnected) continue;
      if (what instanceof HTMLFormElement) what.requestSubmit();
      else what.click();
    }
  };
}
