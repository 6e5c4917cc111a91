import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyProject } from '../copyProject.ts';
import { mutationsOf, type Mutation } from './mutations.ts';
import { evenly } from './evenly.ts';

export interface MachineMutant extends Mutation {
  readonly file: string;
  readonly line: number;
}

/** In percent of the mutants of machines. */
const MIN_SCORE = 95;
/** A mutant can make a test compute or wait forever: after this time without a line, it counts as killed. */
const SILENCE_MS = 180_000;

function mutantsOf(part: string): MachineMutant[] {
  const files = readdirSync('machines', { recursive: true, encoding: 'utf8' })
    .map((file) => join('machines', file))
    .filter((file) => file.endsWith('.ts') && file.includes(part));
  return files.sort().flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return mutationsOf(file, text).map((mutation) => ({
      ...mutation,
      file,
      line: text.slice(0, mutation.start).split('\n').length,
    }));
  });
}

/** Runs a worker from one mutant on, until it exits or prints nothing for too long. Returns the index of the next mutant. */
function runWorker(
  mutants: readonly MachineMutant[],
  begin: number,
  { project, list }: { project: string; list: string },
  survivors: MachineMutant[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const args = ['scripts/from-source.mjs', 'scripts/mutants/worker.ts', list, String(begin)];
    const child = spawn(process.execPath, args, {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CI: 'true' },
      detached: true,
    });
    const stop = () => {
      try {
        process.kill(-Number(child.pid), 'SIGKILL');
      } catch {
        // The processes have already exited.
      }
    };
    let next = begin;
    let isSound = false;
    let watchdog = setTimeout(stop, SILENCE_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const news = JSON.parse(line) as { began?: number; ended?: number; survived?: boolean; isSound?: true };
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, SILENCE_MS);
      isSound ||= news.isSound === true;
      next = news.ended === undefined ? (news.began ?? next) : news.ended + 1;
      const mutant = news.ended === undefined ? undefined : mutants[news.ended];
      if (mutant && news.survived) survivors.push(mutant);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(watchdog);
      stop();
      // A worker that ends by itself with an error has shown nothing: that must not count as a mutant that was killed.
      if (!isSound || code === 1) return reject(new Error('The tests fail without a mutant.'));
      const mutant = mutants[next];
      if (code !== 0 && mutant) {
        copyFileSync(mutant.file, join(project, mutant.file));
        // It counts as killed although no test has failed. It may be an infinite loop, or a defect of this script.
        console.log(`ended the tests  ${mutant.file}:${mutant.line}  ${mutant.description}`);
      }
      resolve(code === 0 ? mutants.length : next + 1);
    });
  });
}

/** Tries mutants of the machines, and prints those that no test notices. Returns whether enough of them were killed. */
export async function tryMachines({ sample, file }: { sample?: number; file: string }): Promise<boolean> {
  const mutants = evenly(mutantsOf(file), sample);
  const temporary = mkdtempSync(join(tmpdir(), 'mutants-'));
  // An interrupted run leaves no mutant in the sources.
  const project = join(temporary, 'project');
  const list = join(temporary, 'list.json');
  const survivors: MachineMutant[] = [];
  try {
    copyProject(project);
    writeFileSync(list, JSON.stringify(mutants));
    for (let next = 0; next < mutants.length;) {
      next = await runWorker(mutants, next, { project, list }, survivors);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  for (const { file: path, line, description } of survivors) {
    console.log(`survived  ${path}:${line}  ${description}`);
  }
  const killed = mutants.length - survivors.length;
  const share = (100 * killed) / mutants.length;
  console.log(
    `machines: ${killed} of ${mutants.length} killed, ${share.toFixed(1)} % (minimum: ${MIN_SCORE} %)`,
  );
  return share >= MIN_SCORE;
}
