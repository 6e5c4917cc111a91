import type { ActorPath, Entry } from './recording.ts';

export interface Filter {
  /** Only what this actor sends and receives; null for all. */
  readonly actor: ActorPath | null;
  /** Only events whose type, sender, receiver or payload has these letters. */
  readonly text: string;
  /** Leaves out the starts, ends and timers that XState reports of itself. */
  readonly ownOnly: boolean;
}

/** The events that a filter lets through, in their order. */
export function filtered(entries: readonly Entry[], { actor, text, ownOnly }: Filter): readonly Entry[] {
  const letters = text.trim().toLowerCase();
  if (actor === null && letters === '' && !ownOnly) return entries;
  return entries.filter(
    ({ from, to, event }) =>
      (actor === null || from === actor || to === actor) &&
      (!ownOnly || !event.type.startsWith('xstate.')) &&
      (letters === '' || [from, to, JSON.stringify(event)].join(' ').toLowerCase().includes(letters)),
  );
}
