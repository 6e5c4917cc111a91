import { lintMachine } from '../lint.ts';
import { type Machines, readEach } from './refusal.ts';

/** What `flows lint` prints. */
export interface Linted {
  readonly text: string;
  readonly isClean: boolean;
}

/** What is wrong with each machine, a finding a line. */
export async function lintText(machines: Machines): Promise<Linted> {
  const findings = (
    await readEach(machines, (name, machine) => lintMachine(machine).map((found) => `${name}: ${found}`))
  ).flat();
  const count = `${machines.size} ${machines.size === 1 ? 'machine' : 'machines'}, ${findings.length} ${
    findings.length === 1 ? 'finding' : 'findings'
  }`;
  return { text: [...findings, count].join('\n').concat('\n'), isClean: findings.length === 0 };
}
