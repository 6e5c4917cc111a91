import type { Entry } from './recording.ts';

/** A field of a payload as someone types it: yes or no, a number, a text, or JSON. */
export interface PayloadField {
  readonly name: string;
  readonly kind: 'boolean' | 'number' | 'text' | 'json';
  /** As typed; 'true' or 'false' for yes or no. */
  readonly text: string;
}

const kindOf = (value: unknown): PayloadField['kind'] => {
  const type = typeof value;
  return type === 'boolean' || type === 'number' ? type : type === 'string' ? 'text' : 'json';
};

/** The fields of an event's payload, filled in as when it last came; none when it has not come yet. */
export function payloadFields(entries: readonly Entry[], type: string): PayloadField[] {
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

/** The event of these fields, or the name of the first one that is not of its type. */
export function eventOf(
  type: string,
  fields: readonly PayloadField[],
):
  | { readonly event: Readonly<Record<string, unknown>> & { readonly type: string } }
  | { readonly wrong: string } {
  const values = fields.map((field) => [field.name, valueOf(field)] as const);
  const wrong = values.find(([, value]) => value === undefined || Number.isNaN(value));
  return wrong ? { wrong: wrong[0] } : { event: { ...Object.fromEntries(values), type } };
}
