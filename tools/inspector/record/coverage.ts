import type { Recording, SeenActor } from './recording.ts';

/** The ids of the transitions that the actors of one machine took, as far as the log goes back. */
export function takenBy({ entries, actors }: Recording, { definition }: SeenActor): ReadonlySet<string> {
  const alike = new Set(
    [...actors.values()].filter((actor) => actor.definition === definition).map(({ path }) => path),
  );
  return new Set(entries.flatMap(({ to, outcome }) => (alike.has(to) ? (outcome?.transitions ?? []) : [])));
}
