import type { AnyEventObject, StateValue } from 'xstate';

/** Null selects the default text. */
export type Wording = (value: unknown) => string | null;

/** A state value as text: { card: { paying: 'clean' } } is 'card.paying.clean'. */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => [state, inner === undefined ? '' : statePath(inner)].filter(Boolean).join('.'))
    .join(' ');
}

const isActor = (value: object): value is { id: string } => 'sessionId' in value && 'send' in value;

/** A value on one line, the same in every run: actors by id, errors by name and message. */
export function describeValue(value: unknown, wording?: Wording): string {
  const custom = wording?.(value) ?? null;
  if (custom !== null) return custom;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (isActor(value)) return `actor ${value.id}`;
  if (value instanceof Error && !('toJSON' in value)) return `${value.name}(${value.message})`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return describeValue(value.toJSON(), wording);
  if (Array.isArray(value)) return `[${value.map((item) => describeValue(item, wording)).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${describeValue(inner, wording)}`)
    .join(', ')}}`;
}

/** Readable names of XState's internal events: 'createOrder done', 'createOrder failed', 'after beforeRetry'. */
export function describeType(type: string): string {
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (actor !== undefined) return `${actor} ${kind === 'done' ? 'done' : 'failed'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  return delay === undefined ? type : `after ${delay}`;
}

/** An event with its payload on one line: 'createOrder failed: "offline"', 'slots.chosen {range: [20, 22]}'. */
export function describeEvent({ type, ...payload }: AnyEventObject, wording?: Wording): string {
  const [first, ...others] = Object.entries(payload);
  if (first === undefined) return describeType(type);
  const isResult = ['output', 'error'].includes(first[0]) && others.length === 0;
  return isResult
    ? `${describeType(type)}: ${describeValue(first[1], wording)}`
    : `${describeType(type)} ${describeValue(payload, wording)}`;
}

/** On one line. */
export const describePath = (
  { events }: { readonly events: readonly AnyEventObject[] },
  wording?: Wording,
): string => ['start', ...events.map((event) => describeEvent(event, wording))].join(' → ');
