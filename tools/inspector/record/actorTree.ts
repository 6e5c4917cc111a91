import type { ActorPath, Recording, RecordedActor } from './recording.ts';

/** A line of the tree; depth 0 is the root. */
export interface TreeLine {
  readonly actor: RecordedActor;
  readonly depth: number;
}

/** From the root down, each actor below its parent. */
export function actorTree({ actors }: Recording): TreeLine[] {
  const below = new Map<ActorPath | null, RecordedActor[]>();
  for (const actor of actors.values()) {
    // An actor with an unknown parent is at the top.
    const parent = actor.parent !== null && actors.has(actor.parent) ? actor.parent : null;
    below.set(parent, [...(below.get(parent) ?? []), actor]);
  }
  const linesBelow = (parent: ActorPath | null, depth: number): TreeLine[] =>
    (below.get(parent) ?? []).flatMap((actor) => [{ actor, depth }, ...linesBelow(actor.path, depth + 1)]);
  return linesBelow(null, 0);
}
