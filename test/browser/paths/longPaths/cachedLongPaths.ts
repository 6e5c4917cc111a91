import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AnyEventObject, type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import { eventsOf, withSilentActors, runPath } from '../../../../tools/flows/paths.ts';
import type { LongPaths } from '../../../../tools/flows/longPaths.ts';
import { type MachineModel, type Path, type LongPathLimits, longPathsOf } from '../../../paths/paths.ts';
import { longPathFolder } from './longPathFolder.ts';

/** A long path as indexes: the input of the model, and then in each situation one of its possible events. */
interface Choices {
  readonly input: number;
  readonly events: readonly number[];
}

interface LongPathCache {
  readonly longPaths: readonly Choices[];
  readonly missing: readonly string[];
}

/**
 * The long paths of a machine. Finding them takes seconds, and every worker needs them. The first process of a run stores their
 * choices in a file, and the other processes follow these choices on the machine.
 */
export function cachedLongPaths(name: string, model: MachineModel, limits: LongPathLimits): LongPaths {
  const folder = longPathFolder();
  if (folder === undefined) return longPathsOf(model, limits);
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) {
    const { longPaths, missing } = JSON.parse(readFileSync(file, 'utf8')) as LongPathCache;
    return { paths: longPaths.map((choices) => pathOf(model, choices)), missing };
  }
  const found = longPathsOf(model, limits);
  const cache: LongPathCache = {
    longPaths: found.paths.map((path) => choicesOf(model, path)),
    missing: found.missing,
  };
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, JSON.stringify(cache));
  renameSync(temporaryFile, file);
  return found;
}

const inputsOf = ({ inputs }: MachineModel): readonly (object | undefined)[] => inputs ?? [undefined];

/** Calls `choose` with the possible events of each situation, from the initial one on, until it returns undefined. */
function follow(
  model: MachineModel,
  input: object | undefined,
  choose: (possible: readonly AnyEventObject[], step: number) => AnyEventObject | undefined,
): void {
  const machine = withSilentActors(model.machine);
  let snapshot = getInitialSnapshot(machine, input) as AnyMachineSnapshot;
  for (let step = 0; ; step += 1) {
    const event = choose(eventsOf(model)(snapshot), step);
    if (event === undefined) return;
    snapshot = getNextSnapshot(machine, snapshot, event) as AnyMachineSnapshot;
  }
}

function choicesOf(model: MachineModel, { input, events }: Path): Choices {
  const choices: number[] = [];
  follow(model, input, (possible, step) => {
    const event = events[step];
    if (event !== undefined)
      choices.push(possible.findIndex((candidate) => isDeepStrictEqual(candidate, event)));
    return event;
  });
  return { input: inputsOf(model).indexOf(input), events: choices };
}

function pathOf(model: MachineModel, choices: Choices): Path {
  const input = inputsOf(model)[choices.input];
  const events: AnyEventObject[] = [];
  follow(model, input, (possible, step) => {
    const choice = choices.events[step];
    if (choice === undefined) return undefined;
    const event = possible[choice];
    if (event === undefined)
      throw new Error(`${model.machine.id}: a long path chose event ${choice} of ${possible.length}`);
    events.push(event);
    return event;
  });
  const steps = runPath(withSilentActors(model.machine), model, { input, events });
  return { input, events, steps, isUnreachable: false };
}
