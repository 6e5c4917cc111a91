import { type Coverage, coveringPaths, type MachineModel, type PathOptions } from './paths.ts';

export interface PathReport {
  /** A line of the printed table. */
  readonly row: string;
  /** States and transitions without a path, and steps that do not follow the model; each text names the machine. */
  readonly gaps: readonly string[];
}

/** A line of a table with the coverage of a machine. */
export function coverageRow(
  name: string,
  { states, transitions, paths, missing }: Omit<Coverage, 'drift'>,
): string {
  const all = states + transitions;
  const share = all === 0 ? 100 : Math.floor((100 * (all - missing.length)) / all);
  return `${name.padEnd(12)} ${states} states  ${transitions} transitions  ${paths.length} paths  ${share} %`;
}

/** Plays the paths of a machine. When they cannot be found, the error is its gap, so that the other machines are still played. */
export function pathReport(name: string, model: MachineModel, options?: PathOptions): PathReport {
  try {
    const coverage = coveringPaths(model, options);
    return { row: coverageRow(name, coverage), gaps: [...coverage.missing, ...coverage.drift] };
  } catch (error) {
    const gap = error instanceof Error ? error.message : String(error);
    return {
      row: `${name.padEnd(12)} could not be played`,
      gaps: [gap.startsWith(model.machine.id) ? gap : `${model.machine.id}: ${gap}`],
    };
  }
}
