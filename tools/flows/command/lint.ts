import { lintMachine } from '../lint.ts';
import { type Machines, mapMachines } from './commandError.ts';

export interface LintResult {
  readonly text: string;
  readonly isClean: boolean;
}

/** One finding per line. */
export async function lintText(machines: Machines): Promise<LintResult> {
  const findings = (
    await mapMachines(machines, (name, machine) => lintMachine(machine).map((found) => `${name}: ${found}`))
  ).flat();
  const count = `${machines.size} ${machines.size === 1 ? 'machine' : 'machines'}, ${findings.length} ${
    findings.length === 1 ? 'finding' : 'findings'
  }`;
  return { text: [...findings, count].join('\n').concat('\n'), isClean: findings.length === 0 };
}
