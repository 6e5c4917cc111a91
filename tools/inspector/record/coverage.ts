import type { Recording, RecordedActor } from './recording.ts';

/** Ids of the transitions that the actors of one machine have taken, since the log's first entry. */
export function transitionsTakenBy(
  { entries, actors }: Recording,
  { definition }: RecordedActor,
): ReadonlySet<string> {
  const sameMachine = new Set(
    [...actors.values()].filter((actor) => actor.definition === definition).map(({ path }) => path),
  );
  return new Set(
    entries.flatMap(({ to, outcome }) => (sameMachine.has(to) ? (outcome?.transitions ?? []) : [])),
  );
}
