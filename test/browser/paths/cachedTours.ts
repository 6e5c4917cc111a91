import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AnyEventObject, type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import { possibleEvents, withSilentActors, walk } from '../../../tools/flows/paths.ts';
import type { Tours } from '../../../tools/flows/tours.ts';
import { type MachineModel, type Path, type TourLimits, toursOf } from '../../paths/paths.ts';
import { tourFolder } from './tourFolder.ts';

/** A tour as indexes: the input of the model, and then in each situation one of its possible events. */
interface Choices {
  readonly input: number;
  readonly events: readonly number[];
}

interface TourCache {
  readonly tours: readonly Choices[];
  readonly missing: readonly string[];
}

/**
 * The tours of a machine. Finding them takes seconds, and every worker needs them. The first process of a run stores their
 * choices in a file, and the other processes follow these choices on the machine.
 */
export function cachedTours(name: string, model: MachineModel, limits: TourLimits): Tours {
  const folder = tourFolder();
  if (folder === undefined) return toursOf(model, limits);
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) {
    const { tours, missing } = JSON.parse(readFileSync(file, 'utf8')) as TourCache;
    return { paths: tours.map((choices) => pathOf(model, choices)), missing };
  }
  const found = toursOf(model, limits);
  const cache: TourCache = {
    tours: found.paths.map((path) => choicesOf(model, path)),
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
    const event = choose(possibleEvents(snapshot, model), step);
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
      throw new Error(`${model.machine.id}: a tour chose event ${choice} of ${possible.length}`);
    events.push(event);
    return event;
  });
  const { steps } = walk(withSilentActors(model.machine), model, { input, events });
  return { input, events, steps, isUnreachable: false };
}
