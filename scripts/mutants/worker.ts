import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { openBehaviour } from './behaviour.ts';
import type { MachineMutant } from './machines.ts';
import { mutate } from './mutations.ts';

/*
 * Tries mutants of machines one after the other, from an index on, in the copy of the project that is the working folder:
 * `worker.ts FILE-WITH-MUTANTS INDEX`. Prints a JSON line at the start of each mutant and of each run of tests, and with the result.
 */

const [list = '', begin = '0'] = process.argv.slice(3);
const mutants = JSON.parse(readFileSync(list, 'utf8')) as MachineMutant[];
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Their tests can notice a mutant of a machine. */
const FOLDERS = ['machines', 'paths', 'effects', 'site', 'pages'];
/** Named like the machine, or like its folder. Such tests run first. */
const isAbout = (testFile: string, file: string): boolean =>
  testFile.includes('/test/machines/') &&
  [basename(file, '.ts'), basename(dirname(file))].includes(basename(testFile, '.test.ts'));

const behaviour = await openBehaviour();

const open = async () => {
  const vitest = await createVitest('test', {
    watch: false,
    bail: 1,
    project: ['quick'],
    reporters: [{}],
    silent: true,
    // A snapshot that differs is a failure, not something to write.
    update: false,
  });
  const all = await vitest.globTestSpecifications();
  return {
    vitest,
    files: all.filter(({ moduleId }) => FOLDERS.some((folder) => moduleId.includes(`/test/${folder}/`))),
  };
};
/** Opened once, because several at the same time fail, and only when the reviewed behaviour does not notice a mutant. */
let opening: ReturnType<typeof open> | undefined;
const tests = () => (opening ??= open());

async function allPass(chosen: readonly TestSpecification[]): Promise<boolean> {
  if (chosen.length === 0) return true;
  const { vitest } = await tests();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...chosen]);
  // Vitest also returns the files of earlier runs, whose tests may have failed.
  const files = new Set(chosen.map(({ moduleId }) => moduleId));
  const ran = testModules.filter(({ moduleId }) => files.has(moduleId));
  return unhandledErrors.length === 0 && ran.length === files.size && ran.every((module) => module.ok());
}

/** Whether nothing notices the current state of a file. `isWhole`: all tests are run, not only those of the machine. */
async function isUnnoticed(file: string, nth: number, isWhole: boolean): Promise<boolean> {
  if (!(await behaviour.isAsReviewed(resolve(file)))) return false;
  const { vitest, files } = await tests();
  const first = files.filter(({ moduleId }) => isAbout(moduleId, file));
  const stages = isWhole ? [first, files.filter((each) => !first.includes(each))] : [first];
  for (const stage of stages) {
    vitest.invalidateFile(resolve(file));
    print({ began: nth });
    if (!(await allPass(stage))) return false;
  }
  return true;
}

/** How often the first tests are run without a mutant: a mutant may leave something that makes every later test fail. */
const SOUNDNESS_STEP = 20;

if (!(await behaviour.isAsReviewed())) process.exit(1);
print({ isSound: true });
for (let nth = Number(begin); nth < mutants.length; nth += 1) {
  print({ began: nth });
  const mutant = mutants[nth] as MachineMutant;
  const path = resolve(mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(text, mutant));
  const survived = await isUnnoticed(mutant.file, nth, true);
  writeFileSync(path, text);
  behaviour.forget(path);
  (await opening)?.vitest.invalidateFile(path);
  if (nth % SOUNDNESS_STEP === 0 && !(await isUnnoticed(mutant.file, nth, false))) {
    console.error(`fails without a mutant too, after ${mutant.file}: ${mutant.description}`);
    process.exit(1);
  }
  print({ ended: nth, survived });
}
process.exit(0);
