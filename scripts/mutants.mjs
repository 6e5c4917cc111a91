// @ts-check
// `npm run mutants`: mutation testing. Changes the code in one place at a time and lists the changes (mutants) that no test
// notices. `npm run mutants -- machines domain --sample 40 --file checkout` tries some of them. `--switched` leaves out mutants
// of the server that need a server start each. `--trusted` skips the first run of all tests without a mutant. Fails when the
// share of killed mutants is below the minimum of an area (scripts/mutants/areas.mjs).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from './copyProject.mjs';
import { areas, isStartCode } from './mutants/areas.mjs';
import { equivalents, isEquivalent } from './mutants/equivalents.mjs';
import { runOneByOne } from './mutants/oneByOne.mjs';
import { mutantsIn } from './mutants/plan.mjs';
import { runSwitched } from './mutants/switched.mjs';

process.chdir(join(import.meta.dirname, '..'));
const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string' },
    file: { type: 'string' },
    switched: { type: 'boolean' },
    trusted: { type: 'boolean' },
  },
  allowPositionals: true,
});
const areaNames = positionals.length > 0 ? positionals : Object.keys(areas);
const unknown = areaNames.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`There is no area "${unknown.join(' ')}"; there are: ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}

/** How many mutants the first round tries in one run of the tests. */
const SWITCHED_AT_ONCE = 60;

/** @param {string} name @param {string} project @param {string} temporary @returns {Promise<boolean>} whether the area reaches its minimum score */
async function runArea(name, project, temporary) {
  const area = /** @type {import('./mutants/areas.mjs').Area} */ (areas[name]);
  const all = mutantsIn(area, values);
  console.log(`\n── ${name}: ${all.length} mutants ──`);
  /** @type {Set<number>} */
  const killed = new Set();
  /** Without those of code that runs only when a server starts: no test reaches them in the first round. @type {Set<number>} */
  const tried = new Set();
  const switched =
    area.switched === null
      ? []
      : all.filter(({ entryPoints, file }) => entryPoints.length > 0 && !isStartCode(file));
  if (area.switched !== null && switched.length > 0) {
    // In parts: each test is repeated once for each mutant of a run, and the runner keeps the result of each repetition in memory.
    for (let begin = 0; begin < switched.length; begin += SWITCHED_AT_ONCE) {
      const part = switched.slice(begin, begin + SWITCHED_AT_ONCE);
      const result = await runSwitched(area.switched, part, { project, temporary });
      result.tried.forEach((nth) => tried.add(nth));
      result.killed.forEach((nth) => killed.add(nth));
      if (begin > 0) console.log(`${begin + part.length} of ${switched.length} tried in the first round`);
    }
    console.log(`${killed.size} of ${tried.size} killed in the first round`);
  }
  const mutants = values.switched && !area.hasBehaviour ? all.filter(({ nth }) => tried.has(nth)) : all;
  // A test that a mutant has made fail for good is not used further in the first round. So its survivors are tried again one by one.
  const remaining =
    values.switched && !area.hasBehaviour ? [] : mutants.filter(({ nth }) => !killed.has(nth));
  for (const nth of await runOneByOne(name, remaining, {
    project,
    temporary,
    isTrusted: values.trusted === true,
  }))
    killed.add(nth);

  const survivors = mutants.filter(({ nth }) => !killed.has(nth));
  const equivalent = survivors.filter(isEquivalent);
  for (const mutant of survivors) {
    if (equivalent.includes(mutant)) continue;
    console.log(`survived  ${mutant.file}:${mutant.line}  ${mutant.description}`);
  }
  const counted = mutants.length - equivalent.length;
  const share = counted === 0 ? 100 : (100 * killed.size) / counted;
  console.log(
    `${name}: ${killed.size} of ${counted} killed, ${share.toFixed(1)} % (minimum: ${area.minScore} %); ` +
      `${equivalent.length} more are equivalent`,
  );
  const wronglyListed = equivalents.filter((entry) =>
    mutants.some((mutant) => killed.has(mutant.nth) && isEquivalent(mutant, entry)),
  );
  for (const { file, description } of wronglyListed)
    console.error(`killed, but listed as equivalent: ${file}  ${description}`);
  return share >= area.minScore && wronglyListed.length === 0;
}

const temporary = mkdtempSync(join(tmpdir(), 'mutants-'));
const project = join(temporary, 'project');
let areScoresReached = true;
try {
  copyProject(project);
  for (const name of areaNames)
    areScoresReached = (await runArea(name, project, temporary)) && areScoresReached;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
process.exit(areScoresReached ? 0 : 1);
