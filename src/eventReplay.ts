type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const initialValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '')
    : field.defaultValue;

/** Sets a value without React's own setter, which would consider it as its own change. */
const setValue = (field: Field, value: string): boolean =>
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);

function enter(field: Field, value: string): void {
  setValue(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Records a visitor's input on a prerendered page before hydration. React would empty its fields, its buttons would do
 * nothing, and the browser itself would submit its forms. The returned function replays the recorded events: the typed
 * values, then the pressed buttons and submitted forms in order. Links work at once.
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
  /** Other listeners must not see an event that will be replayed. */
  const keep = (event: Event, what: HTMLElement): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    done.push(what);
  };
  // React empties a field when it hydrates it; the recorded value is restored before further input.
  listen('beforeinput', ({ target }) => {
    const noted = isField(target) ? typed.get(target) : undefined;
    if (isField(target) && noted !== undefined && target.value !== noted) setValue(target, noted);
  });
  for (const kind of ['input', 'change']) {
    listen(kind, (event) => {
      if (!isField(event.target)) return;
      typed.set(event.target, event.target.value);
      // React would reset the field to its rendered value, which is empty.
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
