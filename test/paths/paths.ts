import type { AnyEventObject } from 'xstate';
import * as flows from '../../tools/flows/paths.ts';
import { actionInWords, type Plan, planOf } from '../../tools/flows/plan.ts';
import { pathReport as reportOf, type PathReport } from '../../tools/flows/pathReport.ts';
import * as tours from '../../tools/flows/tours.ts';
import { describePath as inWords } from '../../tools/flows/words.ts';
import { wording } from './describeEvent.ts';
import { models } from './models.ts';
import { unreachableInBrowser } from './unreachableInBrowser.ts';

/* The paths of this project's machines: what no browser can do comes last, and values have the names of the fixtures. */

export type { MachineModel, Path, Step } from '../../tools/flows/paths.ts';
export type { TourLimits } from '../../tools/flows/tours.ts';

const options: flows.PathOptions = { unreachable: unreachableInBrowser, wording };

const found = new WeakMap<flows.MachineModel, flows.Coverage>();

/** Found once for each model: several tests need them. */
export function coveringPaths(model: flows.MachineModel): flows.Coverage {
  const coverage = found.get(model) ?? flows.coveringPaths(model, options);
  found.set(model, coverage);
  return coverage;
}

export const toursOf = (model: flows.MachineModel, limits: tours.TourLimits): tours.Tours =>
  tours.toursOf(model, limits, options);

export const pathReport = (name: string, model: flows.MachineModel): PathReport =>
  reportOf(name, model, options);

export const describePath = (path: { readonly events: readonly AnyEventObject[] }): string =>
  inWords(path, wording);

/** The plan of a machine's paths: those that `npm run paths` walks. */
export function planFor(name: string): Plan {
  const model = models[name];
  if (model === undefined) throw new Error(`there is no model of ${name}`);
  return planOf(name, model.machine, coveringPaths(model).paths, wording);
}

/** The plan of paths that were found otherwise, as of the tours of a walk in a browser. */
export const planOfPaths = (
  name: string,
  { machine }: flows.MachineModel,
  paths: readonly flows.Path[],
): Plan => planOf(name, machine, paths, wording);

/** A step in the words of the plan, which name the steps of the browser walks too. */
export const stepInWords = (step: flows.Step, input: object | undefined): string =>
  actionInWords(step, input, wording);
