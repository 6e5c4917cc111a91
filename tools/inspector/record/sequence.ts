import { actorTree } from './actorTree.ts';
import type { ActorPath, LogEntry, Recording } from './recording.ts';

/** Sender of events that do not come from an actor: screens, the browser's timers, the provider's checkout. */
const OUTSIDE = null;

export interface Step {
  readonly entry: LogEntry;
  /** Index of the lane, from the left. */
  readonly from: number;
  readonly to: number;
}

export interface Sequence {
  /** The lane for outside, if it sends any event, then the actors in the order of the tree. */
  readonly lanes: readonly (ActorPath | typeof OUTSIDE)[];
  readonly steps: readonly Step[];
}

/** Events as arrows between lanes. Every sender and receiver of an event has a lane. */
export function sequenceOf(entries: readonly LogEntry[], recording: Recording): Sequence {
  const participants = new Set(entries.flatMap(({ from, to }) => [from, to]));
  const present = [OUTSIDE, ...actorTree(recording).map(({ actor }) => actor.path)];
  const departed = [...participants].filter((path) => path !== OUTSIDE && !recording.actors.has(path));
  const lanes = [...present, ...departed].filter((path) => participants.has(path));
  const laneOf = new Map(lanes.map((path, lane) => [path, lane]));
  const steps = entries.map((entry) => ({
    entry,
    from: laneOf.get(entry.from) ?? 0,
    to: laneOf.get(entry.to) ?? 0,
  }));
  return { lanes, steps };
}
