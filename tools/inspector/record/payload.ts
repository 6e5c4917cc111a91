import type { LogEntry } from './recording.ts';

/** A field of a payload in a form: a boolean, a number, a text, or JSON. */
export interface PayloadField {
  readonly name: string;
  readonly kind: 'boolean' | 'number' | 'text' | 'json';
  /** As typed; 'true' or 'false' for a boolean. */
  readonly text: string;
}

const kindOf = (value: unknown): PayloadField['kind'] => {
  const type = typeof value;
  return type === 'boolean' || type === 'number' ? type : type === 'string' ? 'text' : 'json';
};

/** With the values of the event's last occurrence; empty when it has not occurred yet. */
export function payloadFields(entries: readonly LogEntry[], type: string): PayloadField[] {
  const { type: _type, ...payload } = entries.findLast(({ event }) => event.type === type)?.event ?? {};
  return Object.entries(payload).map(([name, value]) => {
    const kind = kindOf(value);
    return { name, kind, text: kind === 'json' ? (JSON.stringify(value) ?? 'null') : String(value) };
  });
}

function valueOf({ kind, text }: PayloadField): unknown {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'text') return text;
  if (kind === 'number') return text.trim() === '' ? NaN : Number(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The event, or the name of the first field with a value of the wrong type. */
export function eventOf(
  type: string,
  fields: readonly PayloadField[],
):
  | { readonly event: Readonly<Record<string, unknown>> & { readonly type: string } }
  | { readonly invalidField: string } {
  const values = fields.map((field) => [field.name, valueOf(field)] as const);
  const invalid = values.find(([, value]) => value === undefined || Number.isNaN(value));
  return invalid ? { invalidField: invalid[0] } : { event: { ...Object.fromEntries(values), type } };
}
