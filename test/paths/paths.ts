import type { AnyEventObject } from 'xstate';
import * as flows from '../../tools/flows/paths.ts';
import { pathReport as reportOf, type PathReport } from '../../tools/flows/pathReport.ts';
import * as long from '../../tools/flows/longPaths.ts';
import { describePath as inWords } from '../../tools/flows/words.ts';
import { wording } from './describeEvent.ts';
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

const longPathsCache = new WeakMap<long.LongPathLimits, long.LongPaths>();

/** Found once for the same limits. */
export function longPathsOf(model: flows.MachineModel, limits: long.LongPathLimits): long.LongPaths {
  const found = longPathsCache.get(limits) ?? long.longPathsOf(model, limits, options);
  longPathsCache.set(limits, found);
  return found;
}

export const pathReport = (name: string, model: flows.MachineModel): PathReport =>
  reportOf(name, model, options);

export const describePath = (path: { readonly events: readonly AnyEventObject[] }): string =>
  inWords(path, wording);
