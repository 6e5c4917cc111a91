import { HYDRATED, HYDRATES_LATER, HYDRATION_REQUESTED } from './hydrationEvents.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const initialValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '')
    : field.defaultValue;

/** Sets a value with the prototype's setter. React's setter on the element would hide the change from React's onChange. */
const setValue = (field: Field, value: string): boolean =>
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);

function enterValue(field: Field, value: string): void {
  setValue(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Material's Select opens on mousedown and with these keys, not on click. */
const OPENING_KEYS = new Set([' ', 'Enter', 'ArrowDown', 'ArrowUp']);
const isSelect = (element: Element): boolean => element.role === 'combobox' && !isField(element);

/** Whether the key types a character other than a space. Material's Select moves to the option that starts with it. */
const isLetter = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey;

/** A pressed button, a submitted form, or an opened select; with `letter`: a character that was typed into a select. */
interface RecordedAction {
  readonly element: HTMLElement;
  readonly letter?: string;
}

function replayAction({ element, letter }: RecordedAction): void {
  if (letter !== undefined) {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true }));
  } else if (element instanceof HTMLFormElement) element.requestSubmit();
  else if (isSelect(element)) {
    element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  } else element.click();
}

/** The lazy section around an element; null once that section is hydrated. */
const lazySectionOf = (element: Element): Element | null => element.closest(`[${HYDRATES_LATER}]`);

/**
 * Records a visitor's input on a prerendered page before hydration. Without it, React would empty the fields, the buttons
 * would do nothing, and the browser would submit the forms. The returned function replays the recorded input: the typed
 * values first, then the pressed buttons and submitted forms in order. Links work without it.
 *
 * Input in a lazy section is replayed when that section is hydrated.
 *
 * @param earlyEvents what was pressed and submitted before (src/prerendering/firstScript.ts)
 */
export function recordEvents(container: HTMLElement, earlyEvents: readonly Event[]): () => void {
  const typed = new Map<Field, string>();
  for (const field of container.querySelectorAll('input, textarea, select')) {
    if (isField(field) && field.value !== initialValue(field)) typed.set(field, field.value);
  }
  let replayQueue: RecordedAction[] = [];
  let isPageHydrated = false;

  const listening = new AbortController();
  const listeners = new Map<string, (event: Event) => void>();
  const listen = (kind: string, handler: (event: Event, target: Element) => void): void => {
    const listener = (event: Event): void => {
      const { target } = event;
      if (target instanceof Element && (!isPageHydrated || lazySectionOf(target))) handler(event, target);
    };
    listeners.set(kind, listener);
    container.addEventListener(kind, listener, { capture: true, signal: listening.signal });
  };
  /** Other listeners must not see an event that will be replayed. */
  const enqueue = (event: Event, action: RecordedAction): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    replayQueue.push(action);
  };
  // React empties a field when it hydrates it; the recorded value is restored before further input.
  listen('beforeinput', (_event, target) => {
    const recordedValue = isField(target) ? typed.get(target) : undefined;
    if (isField(target) && recordedValue !== undefined && target.value !== recordedValue)
      setValue(target, recordedValue);
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
    if (target instanceof HTMLFormElement) enqueue(event, { element: target });
  });
  listen('click', (event, target) => {
    const pressed = target.closest<HTMLElement>('button, [role="combobox"]');
    if (pressed && (isSelect(pressed) || (pressed as HTMLButtonElement).type === 'button'))
      enqueue(event, { element: pressed });
  });
  listen('keydown', (event, target) => {
    if (!(target instanceof HTMLElement && isSelect(target))) return;
    const pressed = event as KeyboardEvent;
    if (OPENING_KEYS.has(pressed.key)) enqueue(event, { element: target });
    else if (isLetter(pressed)) enqueue(event, { element: target, letter: pressed.key });
  });
  for (const event of earlyEvents) listeners.get(event.type)?.(event);

  const replay = (isIncluded: (element: Element) => boolean): void => {
    for (const [field, value] of typed) {
      if (!isIncluded(field)) continue;
      typed.delete(field);
      if (field.isConnected) enterValue(field, value);
    }
    const actions = replayQueue.filter(({ element }) => isIncluded(element));
    replayQueue = replayQueue.filter((action) => !actions.includes(action));
    for (const action of actions) if (action.element.isConnected) replayAction(action);
  };

  container.addEventListener(HYDRATED, ({ target }) => {
    if (!(target instanceof Element)) return;
    target.removeAttribute(HYDRATES_LATER);
    replay((element) => target.contains(element));
  });
  return () => {
    isPageHydrated = true;
    replay((element) => lazySectionOf(element) === null);
    for (const element of [...typed.keys(), ...replayQueue.map((action) => action.element)])
      lazySectionOf(element)?.dispatchEvent(new Event(HYDRATION_REQUESTED));
    if (!container.querySelector(`[${HYDRATES_LATER}]`)) listening.abort();
  };
}
