type Filled<Fields> = { readonly field: keyof Fields & string; readonly value: string };

/**
 * Values that the flow does not know yet, by field name. `changed`: an input that reports itself, because its flow may
 * change other fields with it, such as the country of a phone number. An empty input is not reported: a visitor who clears
 * an input causes events, and React empties inputs while it hydrates the page.
 */
function filledFields<Fields extends object>(
  form: HTMLFormElement,
  known: Fields,
  changed?: EventTarget,
): readonly Filled<Fields>[] {
  const entered = new FormData(form);
  return (Object.keys(known) as (keyof Fields & string)[]).flatMap((field) => {
    if (form.elements.namedItem(field) === changed) return [];
    const entry = entered.get(field);
    // A form sends the lines of a text with CRLF; the input has LF.
    const value = typeof entry === 'string' ? entry.replaceAll('\r\n', '\n') : null;
    return value !== null && value !== '' && value !== known[field] ? [{ field, value }] : [];
  });
}

interface FormEventLike {
  readonly preventDefault: () => void;
  readonly currentTarget: HTMLFormElement;
  readonly target: EventTarget;
}

export interface FilledHandlers {
  readonly onChangeCapture: (event: FormEventLike) => void;
  readonly onFocusCapture: (event: FormEventLike) => void;
  readonly onBlurCapture: (event: FormEventLike) => void;
}

/**
 * For a form whose flow keeps the values. Password managers and browsers fill inputs without an event, and the next render
 * of an input undoes that. The handlers report such values before anything renders: when another input changes, and when the
 * focus moves.
 */
export function filledHandlers<Fields extends object>(
  known: () => Fields,
  change: (filled: Filled<Fields>) => void,
): FilledHandlers {
  const read = (form: HTMLFormElement, changed?: EventTarget): void => {
    for (const filled of filledFields(form, known(), changed)) change(filled);
  };
  const readAll = ({ currentTarget }: FormEventLike): void => read(currentTarget);
  return {
    onChangeCapture: ({ currentTarget, target }) => read(currentTarget, target),
    onFocusCapture: readAll,
    onBlurCapture: readAll,
  };
}

/**
 * `filledHandlers` and `submit`, which reports such values too and then calls `send`, so that no form is sent without its
 * values.
 */
export function readFilled<Fields extends object>(
  known: () => Fields,
  change: (filled: Filled<Fields>) => void,
  send: (form: HTMLFormElement) => void,
) {
  return {
    submit: (event: FormEventLike): void => {
      event.preventDefault();
      for (const filled of filledFields(event.currentTarget, known())) change(filled);
      send(event.currentTarget);
    },
    handlers: filledHandlers(known, change),
  };
}
