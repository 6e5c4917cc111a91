import type { AnyEventObject } from 'xstate';
import * as flows from '../../tools/flows/paths.ts';
import { actionInWords, type Plan, planOf } from '../../tools/flows/plan.ts';
import { pathReport as reportOf, type PathReport } from '../../tools/flows/pathReport.ts';
import * as long from '../../tools/flows/longPaths.ts';
import { describePath as inWords } from '../../tools/flows/words.ts';
import { wording } from './describeEvent.ts';
import { models } from './models.ts';
import { unreachableInBrowser } from './unreachableInBrowser.ts';

/* The paths of this project's machines. Transitions that no browser can take come last; fixtures are described by name. */

export type { MachineModel, Path, Step } from '../../tools/flows/paths.ts';
export type { LongPathLimits } from '../../tools/flows/longPaths.ts';

const options: flows.PathOptions = { unreachable: unreachableInBrowser, wording };

const coverageCache = new WeakMap<flows.MachineModel, flows.Coverage>();

/** Computed once, because several tests need them. */
export function coveringPaths(model: flows.MachineModel): flows.Coverage {
  const coverage = coverageCache.get(model) ?? flows.coveringPaths(model, options);
  coverageCache.set(model, coverage);
  return coverage;
}

export const longPathsOf = (model: flows.MachineModel, limits: long.LongPathLimits): long.LongPaths =>
  long.longPathsOf(model, limits, options);

export const pathReport = (name: string, model: flows.MachineModel): PathReport =>
  reportOf(name, model, options);

export const describePath = (path: { readonly events: readonly AnyEventObject[] }): string =>
  inWords(path, wording);

/** As `npm run paths` plays them. */
export function planFor(name: string): Plan {
  const model = models[name];
  if (model === undefined) throw new Error(`there is no model of ${name}`);
  return planOf(name, model.machine, coveringPaths(model).paths, wording);
}

/** For other paths, such as the long paths of a path test in a browser. */
export const planOfPaths = (
  name: string,
  { machine }: flows.MachineModel,
  paths: readonly flows.Path[],
): Plan => planOf(name, machine, paths, wording);

/** Describes a step as the plan does. The steps of the path tests in browsers have the same titles. */
export const describeStep = (step: flows.Step, input: object | undefined): string =>
  actionInWords(step, input, wording);
