import type { ActorPath, LogEntry, RecordedActor, Recording } from './recording.ts';

/* What the page shows of a recording: the tree of actors, the filtered log, and the lanes of the sequence. */

/** A line of the tree; depth 0 is the root. */
export type TreeLine = { readonly actor: RecordedActor; readonly depth: number };

/** From the root down, each actor below its parent. An actor with an unknown parent is at the top. */
export function actorTree({ actors }: Recording): TreeLine[] {
  const linesBelow = (parent: ActorPath | null, depth: number): TreeLine[] =>
    [...actors.values()]
      .filter((actor) => (actors.has(actor.parent ?? '') ? actor.parent : null) === parent)
      .flatMap((actor) => [{ actor, depth }, ...linesBelow(actor.path, depth + 1)]);
  return linesBelow(null, 0);
}

export interface Filter {
  /** Only events whose type, sender, receiver or payload contains this text. */
  readonly text: string;
  /** Hides XState's internal events: starts, ends and timers. */
  readonly hidesXStateEvents: boolean;
}

export function filterEntries(entries: readonly LogEntry[], filter: Filter): readonly LogEntry[] {
  const letters = filter.text.trim().toLowerCase();
  return entries.filter(
    ({ from, to, event }) =>
      !(filter.hidesXStateEvents && event.type.startsWith('xstate.')) &&
      [from, to, JSON.stringify(event)].join(' ').toLowerCase().includes(letters),
  );
}

/**
 * The lanes of the sequence: every sender and receiver of an event, null for the outside (screens, the browser's timers, the
 * provider's checkout) first, then the actors in the order of the tree.
 */
export function lanesOf(entries: readonly LogEntry[], recording: Recording): (ActorPath | null)[] {
  const participants = new Set(entries.flatMap(({ from, to }) => [from, to]));
  const ordered = [null, ...actorTree(recording).map(({ actor }) => actor.path), ...participants];
  return [...new Set(ordered)].filter((path) => participants.has(path));
}
