import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Reports to React the text that a field had before hydration. React regards the text that it finds as the known one and
 * ignores an input event with the same text. React's setter on the element therefore sets another text as the known one, and
 * the setter of the prototype restores the text.
 */
function enterText(field: Field, text: string): void {
  field.value = field.defaultValue;
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Marks a part of the page that is hydrated on its own, together with the text of its fields. */
const PART = 'data-part';

/**
 * Keeps the text that was typed before hydration: React leaves it in the fields without an event, and the next
 * rendering would empty them.
 */
export function TypedText({ id, children }: { id?: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const field of container.current?.querySelectorAll<Field>('input, textarea') ?? []) {
      const isOwn = field.closest(`[${PART}]`) === container.current;
      if (isOwn && field.value !== field.defaultValue) enterText(field, field.value);
    }
  }, []);
  return (
    <div ref={container} id={id} {...{ [PART]: '' }}>
      {children}
    </div>
  );
}
