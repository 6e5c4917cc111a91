import { deadEnds } from '../lint/deadEnds.ts';
import { coverageRow } from '../pathReport.ts';
import { structuralPaths } from '../structuralPaths.ts';
import { type Machines, readEach } from './refusal.ts';

/** What `flows paths` prints. */
export interface Walked {
  readonly text: string;
  /** The paths pass all that can be reached. */
  readonly isWhole: boolean;
}

/** How much of each machine the paths through its structure pass, and what they leave out. */
export async function walkedPaths(machines: Machines): Promise<Walked> {
  const walks = await readEach(machines, (name, machine) => {
    const coverage = structuralPaths(machine);
    const dead = new Set(deadEnds(machine).flatMap(({ ids }) => ids));
    const gaps = coverage.missing.filter((id) => !dead.has(id));
    const lines = [
      coverageRow(name, coverage),
      ...gaps.map((id) => `  no path: ${id}`),
      ...coverage.missing.filter((id) => dead.has(id)).map((id) => `  cannot be reached: ${id}`),
    ];
    return { lines, isWhole: gaps.length === 0 };
  });
  return {
    text: walks
      .flatMap(({ lines }) => lines)
      .join('\n')
      .concat('\n'),
    isWhole: walks.every(({ isWhole }) => isWhole),
  };
}
