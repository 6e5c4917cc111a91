import { type Coverage, coveringPaths, type MachineModel, type PathOptions } from './paths.ts';

/** What the paths of one machine came to. */
export interface PathReport {
  /** The line of the printed table. */
  readonly row: string;
  /** What they leave out, and where they lead elsewhere than the model says; each names the machine. */
  readonly gaps: readonly string[];
}

/** A line of a table: how much of a machine its paths pass. */
export function coverageRow(
  name: string,
  { states, transitions, paths, missing }: Omit<Coverage, 'drift'>,
): string {
  const all = states + transitions;
  const share = all === 0 ? 100 : Math.floor((100 * (all - missing.length)) / all);
  return `${name.padEnd(12)} ${states} states  ${transitions} transitions  ${paths.length} paths  ${share} %`;
}

/** Walks a machine. One whose paths cannot be found has that as its gap, so that the others are walked. */
export function pathReport(name: string, model: MachineModel, options?: PathOptions): PathReport {
  try {
    const coverage = coveringPaths(model, options);
    return { row: coverageRow(name, coverage), gaps: [...coverage.missing, ...coverage.drift] };
  } catch (error) {
    const gap = error instanceof Error ? error.message : String(error);
    return {
      row: `${name.padEnd(12)} could not be walked`,
      gaps: [gap.startsWith(model.machine.id) ? gap : `${model.machine.id}: ${gap}`],
    };
  }
}
