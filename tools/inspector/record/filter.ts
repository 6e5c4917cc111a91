import type { ActorPath, LogEntry } from './recording.ts';

export interface Filter {
  /** Only events that this actor sends or receives; null for all. */
  readonly actor: ActorPath | null;
  /** Only events whose type, sender, receiver or payload contains this text. */
  readonly text: string;
  /** Hides XState's internal events: starts, ends and timers. */
  readonly hidesXStateEvents: boolean;
}

export function filterEntries(
  entries: readonly LogEntry[],
  { actor, text, hidesXStateEvents }: Filter,
): readonly LogEntry[] {
  const letters = text.trim().toLowerCase();
  if (actor === null && letters === '' && !hidesXStateEvents) return entries;
  return entries.filter(
    ({ from, to, event }) =>
      (actor === null || from === actor || to === actor) &&
      (!hidesXStateEvents || !event.type.startsWith('xstate.')) &&
      (letters === '' || [from, to, JSON.stringify(event)].join(' ').toLowerCase().includes(letters)),
  );
}
