import { deadEnds } from '../lint/deadEnds.ts';
import { coverageRow } from '../pathReport.ts';
import { structuralPaths } from '../structuralPaths.ts';
import { type Machines, mapMachines } from './commandError.ts';

export interface PathsResult {
  readonly text: string;
  readonly isComplete: boolean;
}

/** The coverage of each machine by the paths through its structure, and the gaps. */
export async function pathsText(machines: Machines): Promise<PathsResult> {
  const reports = await mapMachines(machines, (name, machine) => {
    const coverage = structuralPaths(machine);
    const dead = new Set(deadEnds(machine).flatMap(({ ids }) => ids));
    const gaps = coverage.missing.filter((id) => !dead.has(id));
    const lines = [
      coverageRow(name, coverage),
      ...gaps.map((id) => `  no path: ${id}`),
      ...coverage.missing.filter((id) => dead.has(id)).map((id) => `  cannot be reached: ${id}`),
    ];
    return { lines, isComplete: gaps.length === 0 };
  });
  return {
    text: reports
      .flatMap(({ lines }) => lines)
      .join('\n')
      .concat('\n'),
    isComplete: reports.every(({ isComplete }) => isComplete),
  };
}
