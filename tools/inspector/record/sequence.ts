import { actorTree } from './actorTree.ts';
import type { ActorPath, Entry, Recording } from './recording.ts';

/** What is not an actor, and sends: screens, the browser's timers, the provider's checkout. */
const OUTSIDE = null;

export interface Step {
  readonly entry: Entry;
  /** Numbers of lanes, from the left. */
  readonly from: number;
  readonly to: number;
}

export interface Sequence {
  /** Outside, when it sends, and then the actors as they stand in the tree. */
  readonly lanes: readonly (ActorPath | typeof OUTSIDE)[];
  /** From the first event to the last. */
  readonly steps: readonly Step[];
}

/** Events as arrows between lanes, one lane for everyone who sends or receives any of them. */
export function sequenceOf(entries: readonly Entry[], recording: Recording): Sequence {
  const present = new Set(entries.flatMap(({ from, to }) => [from, to]));
  const standing = [OUTSIDE, ...actorTree(recording).map(({ actor }) => actor.path)];
  const gone = [...present].filter((path) => path !== OUTSIDE && !recording.actors.has(path));
  const lanes = [...standing, ...gone].filter((path) => present.has(path));
  const laneOf = new Map(lanes.map((path, lane) => [path, lane]));
  const steps = entries.map((entry) => ({
    entry,
    from: laneOf.get(entry.from) ?? 0,
    to: laneOf.get(entry.to) ?? 0,
  }));
  return { lanes, steps };
}
