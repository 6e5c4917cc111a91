// @ts-check
// `npm run mutants`: changes the code in one place at a time and lists the changes that no test notices.
// `npm run mutants -- machines domain --sample 40 --file checkout` tries some of them; `--switched` leaves out those of a
// server that need a start of it for each; `--trusted` does not first run all tests without a change. Fails when fewer are noticed than each area has to reach (scripts/mutants/areas.mjs).
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
import { areas } from './mutants/areas.mjs';
import { equivalents, isEquivalent } from './mutants/equivalents.mjs';
import { tryOneByOne } from './mutants/oneByOne.mjs';
import { mutantsIn } from './mutants/plan.mjs';
import { trySwitched } from './mutants/switched.mjs';

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
const names = positionals.length > 0 ? positionals : Object.keys(areas);
const unknown = names.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`There is no area "${unknown.join(' ')}"; there are: ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}

/** A copy of the project, so that a run that is stopped leaves no mutant behind. @param {string} to */
function copyProject(to) {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(join(to, dirname(file)), { recursive: true });
    copyFileSync(file, join(to, file));
  }
  symlinkSync(resolvePath('node_modules'), join(to, 'node_modules'));
}

/** @param {string} name @param {string} project @param {string} temporary @returns {Promise<boolean>} whether the area reaches what it must */
async function runArea(name, project, temporary) {
  const area = /** @type {import('./mutants/areas.mjs').Area} */ (areas[name]);
  const all = mutantsIn(area, values);
  const mutants = values.switched ? all.filter(({ ways }) => area.hasBehaviour || ways.length > 0) : all;
  console.log(`\n── ${name}: ${mutants.length} mutants ──`);
  /** @type {Set<number>} */
  const killed = new Set();
  const switched = area.switched === null ? [] : mutants.filter(({ ways }) => ways.length > 0);
  if (area.switched !== null && switched.length > 0) {
    for (const nth of await trySwitched(area.switched, switched, { project, temporary })) killed.add(nth);
    console.log(`${killed.size} of ${switched.length} killed in the first round`);
  }
  const left = mutants.filter((mutant) =>
    area.hasBehaviour ? !killed.has(mutant.nth) : !switched.includes(mutant),
  );
  for (const nth of await tryOneByOne(name, left, {
    project,
    temporary,
    isTrusted: values.trusted === true,
  }))
    killed.add(nth);

  const survivors = mutants.filter(({ nth }) => !killed.has(nth));
  const same = survivors.filter(isEquivalent);
  for (const mutant of survivors) {
    if (same.includes(mutant)) continue;
    console.log(`survived  ${mutant.file}:${mutant.line}  ${mutant.what}`);
  }
  const counted = mutants.length - same.length;
  const share = counted === 0 ? 100 : (100 * killed.size) / counted;
  console.log(
    `${name}: ${killed.size} of ${counted} killed, ${share.toFixed(1)} % (to reach: ${area.reach} %); ` +
      `${same.length} more change nothing that can be noticed`,
  );
  const wrong = equivalents.filter((equivalent) =>
    mutants.some((mutant) => killed.has(mutant.nth) && isEquivalent(mutant, equivalent)),
  );
  for (const { file, what } of wrong) console.error(`noticed, but named as equivalent: ${file}  ${what}`);
  return share >= area.reach && wrong.length === 0;
}

const temporary = mkdtempSync(join(tmpdir(), 'mutants-'));
const project = join(temporary, 'project');
let isReached = true;
try {
  copyProject(project);
  for (const name of names) isReached = (await runArea(name, project, temporary)) && isReached;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
process.exit(isReached ? 0 : 1);
