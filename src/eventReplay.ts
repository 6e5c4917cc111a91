import { HYDRATED, HYDRATES_LATER, WANTED } from './hydrationEvents.ts';

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

/** Material's Select is no button: it opens on mousedown and by these keys. */
const OPENING_KEYS = new Set([' ', 'Enter', 'ArrowDown', 'ArrowUp']);
const isChoice = (element: Element): boolean => element.role === 'combobox' && !isField(element);

/** A key that writes a letter; a choice takes it as the beginning of an option's name. */
const isLetter = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey;

/** A button, form or choice that was used, and the letter that was typed into it, if that is what was done. */
interface Use {
  readonly element: HTMLElement;
  readonly letter?: string;
}

function repeat({ element, letter }: Use): void {
  if (letter !== undefined) {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true }));
  } else if (element instanceof HTMLFormElement) element.requestSubmit();
  else if (isChoice(element)) {
    element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  } else element.click();
}

/** The section around an element that is hydrated after its page, until it is. */
const laterSection = (element: Element): Element | null => element.closest(`[${HYDRATES_LATER}]`);

/**
 * Records a visitor's input on a prerendered page before hydration. React would empty its fields, its buttons would do
 * nothing, and the browser itself would submit its forms. The returned function replays the recorded events: the typed
 * values, then the pressed buttons and submitted forms in order. Links work at once.
 *
 * Input in a section that is hydrated after its page is replayed when that section is.
 */
export function recordEvents(container: HTMLElement): () => void {
  const typed = new Map<Field, string>();
  for (const field of container.querySelectorAll('input, textarea, select')) {
    if (isField(field) && field.value !== initialValue(field)) typed.set(field, field.value);
  }
  let done: Use[] = [];
  let isPageHydrated = false;

  const listening = new AbortController();
  const listen = (kind: string, note: (event: Event, target: Element) => void): void =>
    container.addEventListener(
      kind,
      (event) => {
        const { target } = event;
        if (target instanceof Element && (!isPageHydrated || laterSection(target))) note(event, target);
      },
      { capture: true, signal: listening.signal },
    );
  /** Other listeners must not see an event that will be replayed. */
  const keep = (event: Event, use: Use): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    done.push(use);
  };
  // React empties a field when it hydrates it; the recorded value is restored before further input.
  listen('beforeinput', (_event, target) => {
    const noted = isField(target) ? typed.get(target) : undefined;
    if (isField(target) && noted !== undefined && target.value !== noted) setValue(target, noted);
  });
  for (const kind of ['input', 'change']) {
    listen(kind, (event, target) => {
      if (!isField(target)) return;
      typed.set(target, target.value);
      // React would reset the field to its rendered value, which is empty.
      event.stopImmediatePropagation();
    });
  }
  listen('submit', (event, target) => {
    if (target instanceof HTMLFormElement) keep(event, { element: target });
  });
  listen('click', (event, target) => {
    const pressed = target.closest<HTMLElement>('button, [role="combobox"]');
    if (pressed && (isChoice(pressed) || (pressed as HTMLButtonElement).type === 'button'))
      keep(event, { element: pressed });
  });
  listen('keydown', (event, target) => {
    if (!(target instanceof HTMLElement && isChoice(target))) return;
    const pressed = event as KeyboardEvent;
    if (OPENING_KEYS.has(pressed.key)) keep(event, { element: target });
    else if (isLetter(pressed)) keep(event, { element: target, letter: pressed.key });
  });

  const replay = (isMeant: (element: Element) => boolean): void => {
    for (const [field, value] of typed) {
      if (!isMeant(field)) continue;
      typed.delete(field);
      if (field.isConnected) enter(field, value);
    }
    const repeated = done.filter(({ element }) => isMeant(element));
    done = done.filter((use) => !repeated.includes(use));
    for (const use of repeated) if (use.element.isConnected) repeat(use);
  };

  container.addEventListener(HYDRATED, ({ target }) => {
    if (!(target instanceof Element)) return;
    target.removeAttribute(HYDRATES_LATER);
    replay((element) => target.contains(element));
  });
  return () => {
    isPageHydrated = true;
    replay((element) => laterSection(element) === null);
    for (const element of [...typed.keys(), ...done.map((use) => use.element)])
      laterSection(element)?.dispatchEvent(new Event(WANTED));
    if (!container.querySelector(`[${HYDRATES_LATER}]`)) listening.abort();
  };
}
