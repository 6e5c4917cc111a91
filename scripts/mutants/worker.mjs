// @ts-check
// Tries mutants one after the other, from index BEGIN on, in the copy of the project that is its working folder: `node worker.mjs
// AREA FILE-WITH-MUTANTS BEGIN [trusted]`. Prints a JSON line when the tests have passed without a mutant, at the start of each mutant
// and of each stage, and with the result of each mutant.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import { kindOf } from '../testFolders.mjs';
import { areas } from './areas.mjs';
import { openBehaviour } from './behaviour.mjs';
import { mutate } from './mutations.mjs';

const [areaName = '', list = '', begin = '0', trust = ''] = process.argv.slice(2);
const area = areas[areaName];
if (area === undefined) throw new Error(`no area ${areaName}`);
/** @type {(import('./mutations.mjs').Mutation & {file: string})[]} */
const mutants = JSON.parse(readFileSync(list, 'utf8'));

/** @param {object} line */
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const behaviour = area.hasBehaviour ? await openBehaviour() : null;

const openTests = async () => {
  const vitest = await createVitest('test', {
    watch: false,
    bail: 1,
    project: [
      ...new Set(
        mutants.flatMap(({ file }) => area.stages(file).flatMap(({ folders }) => folders.map(kindOf))),
      ),
    ],
    reporters: [{}],
    silent: true,
    // A snapshot that differs is a failure, not something to write.
    update: false,
  });
  return { vitest, specifications: await vitest.globTestSpecifications() };
};
/** Opened once, and lazily: the recorded behaviour may already kill all mutants. */
let opening = /** @type {ReturnType<typeof openTests> | null} */ (null);
const testsOfArea = () => (opening ??= openTests());

/**
 * The test files of each stage, without those of earlier stages.
 * @param {string} file relative to the project
 */
async function stagesOf(file) {
  const { specifications } = await testsOfArea();
  /** @type {Set<unknown>} */
  const alreadyRun = new Set();
  return (
    area?.stages(file).map(({ folders, files }) => {
      const chosen = specifications.filter(
        (specification) =>
          !alreadyRun.has(specification) &&
          folders.some((folder) => specification.moduleId.includes(`/test/${folder}/`)) &&
          (files === undefined ||
            files.some((part) => specification.moduleId.includes(`/test/${part.replace(/^\//, '')}`))),
      );
      for (const specification of chosen) alreadyRun.add(specification);
      return chosen;
    }) ?? []
  );
}

/** @param {import('vitest/node').TestSpecification[]} chosen @returns {Promise<boolean>} whether every test passed */
async function allTestsPass(chosen) {
  if (chosen.length === 0) return true;
  const { vitest } = await testsOfArea();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  // Vitest also returns the files of earlier runs, whose tests may have failed.
  const files = new Set(chosen.map(({ moduleId }) => moduleId));
  const ran = testModules.filter(({ moduleId }) => files.has(moduleId));
  return unhandledErrors.length === 0 && ran.length === files.size && ran.every((module) => module.ok());
}

/** How often the tests are run without a mutant in between: a mutant may leave something behind that makes every later test fail. */
const SOUNDNESS_STEP = 20;

/** @param {string} file @returns {Promise<boolean>} whether the tests that notice first pass for a file without a mutant */
async function isStillSound(file) {
  if (behaviour !== null && !(await behaviour.isAsReviewed(resolve(file)))) return false;
  const [first = []] = await stagesOf(file);
  return allTestsPass(first);
}

/** @param {string} file @param {number} nth @returns {Promise<boolean>} whether no test has failed */
async function survives(file, nth) {
  if (behaviour !== null && !(await behaviour.isAsReviewed(resolve(file)))) return false;
  for (const stage of await stagesOf(file)) {
    (await testsOfArea()).vitest.invalidateFile(resolve(file));
    print({ began: nth });
    if (!(await allTestsPass(stage))) return false;
  }
  return true;
}

/**
 * With `trusted`, and in a worker that continues after another one, only the recorded behaviour is compared.
 * @returns {Promise<boolean>} whether all tests pass without a mutant
 */
async function isSound() {
  if (behaviour !== null && !(await behaviour.isAsReviewed())) return false;
  if (trust === 'trusted' || begin !== '0') return true;
  const files = [...new Set(mutants.map(({ file }) => file))];
  const all = await Promise.all(files.map(stagesOf));
  return allTestsPass([...new Set(all.flat(2))]);
}

if (!(await isSound())) process.exit(1);
print({ isSound: true });
for (let nth = Number(begin); nth < mutants.length; nth += 1) {
  print({ began: nth });
  const mutant = /** @type {(typeof mutants)[number]} */ (mutants[nth]);
  const path = resolve(mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(text, mutant));
  const survived = await survives(mutant.file, nth);
  writeFileSync(path, text);
  behaviour?.forget(path);
  (await opening)?.vitest.invalidateFile(path);
  if (nth % SOUNDNESS_STEP === 0 && !(await isStillSound(mutant.file))) {
    print({ unsound: nth });
    process.exit(1);
  }
  print({ ended: nth, survived });
}
await behaviour?.close();
await (await opening)?.vitest.close();
process.exit(0);
