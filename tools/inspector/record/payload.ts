import type { LogEntry } from './recording.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The payload of an event's last occurrence; empty when it has not occurred yet. */
export function lastPayload(entries: readonly LogEntry[], type: string): Payload {
  const { type: _, ...payload } = entries.findLast(({ event }) => event.type === type)?.event ?? {};
  return payload;
}

/** An event with a payload that was typed as JSON. Its texts, numbers and booleans have the types of the last payload. */
export function eventOf(type: string, text: string, last: Payload = {}) {
  let payload: unknown = null;
  try {
    payload = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return { problem: 'The payload is not a JSON object.' };
  const fields = payload as Payload;
  const wrong = Object.entries(last).find(
    ([name, value]) => value !== null && typeof value !== 'object' && typeof fields[name] !== typeof value,
  );
  return wrong
    ? { problem: `${wrong[0]} is not a ${typeof wrong[1]}, as it was in the last event.` }
    : { event: { ...fields, type } };
}
