import type { AnyEventObject } from 'xstate';
import * as flows from '../../tools/flows/paths.ts';
import { pathReport as reportOf, type PathReport } from '../../tools/flows/pathReport.ts';
import * as tours from '../../tools/flows/tours.ts';
import { describePath as inWords } from '../../tools/flows/words.ts';
import { wording } from './describeEvent.ts';
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
