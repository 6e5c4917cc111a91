import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyProject } from '../copyProject.ts';
import { plantedBugs } from './plantedBugs.ts';

const RUNS = 400;

/** Searches for the bug that the copy has. */
function searchIn(
  project: string,
  having: string,
  seed: number,
): Promise<{ sequences: number; wrong: string | null }> {
  return new Promise((resolve, reject) => {
    const options = { runs: RUNS, seed, having, stopAtFailure: true };
    const child = fork(
      join('scripts', 'from-source.mjs'),
      ['test/faults/worker.ts', JSON.stringify(options)],
      { cwd: project },
    );
    child.on(
      'message',
      ({ found }: { found?: { sequences: number; counterexample: { wrong: string } | null } }) => {
        if (found !== undefined)
          resolve({ sequences: found.sequences, wrong: found.counterexample?.wrong ?? null });
      },
    );
    child.once('exit', (code) =>
      reject(new Error(`the search ended with ${code ?? 'a signal'} before it had a result`)),
    );
  });
}

/**
 * Plants each bug in a copy of the project and searches for it. `only`: those of one kind of command.
 * @returns whether all are found
 */
export async function findPlanted(seed: number, only?: string): Promise<boolean> {
  const chosen = plantedBugs.filter(({ having }) => only === undefined || having === only);
  const project = mkdtempSync(join(tmpdir(), 'litrooms-planted-'));
  let missed = 0;
  try {
    copyProject(project);
    for (const { name, file, code, bug, having } of chosen) {
      const source = readFileSync(file, 'utf8');
      if (source.split(code).length !== 2) throw new Error(`${file} does not have this code once: ${code}`);
      writeFileSync(
        join(project, file),
        source.replace(code, () => bug),
      );
      const { sequences, wrong } = await searchIn(project, having, seed);
      writeFileSync(join(project, file), source);
      if (wrong === null) missed += 1;
      console.log(`\n${name}\n  ${wrong === null ? 'NOT FOUND' : 'found'} after ${sequences} sequences`);
      if (wrong !== null) console.log(`  ${wrong.split('\n')[0]?.slice(0, 200)}`);
    }
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
  console.log(`\n${chosen.length - missed} of ${chosen.length} planted bugs found, seed ${seed}`);
  return missed === 0;
}
