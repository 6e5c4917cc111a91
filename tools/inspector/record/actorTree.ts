import type { ActorPath, Recording, SeenActor } from './recording.ts';

/** A line of the tree; depth 0 is the root. */
export interface TreeLine {
  readonly actor: SeenActor;
  readonly depth: number;
}

/** The actors from the root down, each below the one that started it. */
export function actorTree({ actors }: Recording): TreeLine[] {
  const below = new Map<ActorPath | null, SeenActor[]>();
  for (const actor of actors.values()) {
    // One whose parent is not known stands at the top.
    const parent = actor.parent !== null && actors.has(actor.parent) ? actor.parent : null;
    below.set(parent, [...(below.get(parent) ?? []), actor]);
  }
  const linesBelow = (parent: ActorPath | null, depth: number): TreeLine[] =>
    (below.get(parent) ?? []).flatMap((actor) => [{ actor, depth }, ...linesBelow(actor.path, depth + 1)]);
  return linesBelow(null, 0);
}
