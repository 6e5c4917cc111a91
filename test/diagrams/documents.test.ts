import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { models } from '../paths/models.ts';
import type { MachineModel } from '../paths/paths.ts';
import { commentOf, documents, documentsFolder, furtherViews } from './documents.ts';

const HOW_TO_UPDATE = 'run `npm run diagrams` and commit docs/machines';

let expectedFiles: Map<string, string>;
let foundProblems: readonly string[];
beforeAll(async () => {
  ({ files: expectedFiles, problems: foundProblems } = await documents());
});

const committed = (file: string): string | null => {
  try {
    return readFileSync(join(documentsFolder, file), 'utf8');
  } catch {
    return null;
  }
};

test.each([...Object.keys(models).map((name) => `${name}.svg`), 'system.svg', 'README.md'])(
  'docs/machines/%s is up to date',
  (file) => {
    // A boolean is compared because a line-by-line difference of a picture is not readable.
    const isFresh = committed(file) === expectedFiles.get(file);
    expect(isFresh, `docs/machines/${file} is stale: ${HOW_TO_UPDATE}`).toBe(true);
  },
);

test('every machine can be drawn, described and run', () => {
  expect(foundProblems).toEqual([]);
});

test('docs/machines has no other file, of a removed machine or of a further view', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', documentsFolder],
    {
      encoding: 'utf8',
    },
  );
  const names = files
    .split('\n')
    .filter(Boolean)
    .map((file) => basename(file));
  expect(
    names.filter((name) => !expectedFiles.has(name)),
    `left over: ${HOW_TO_UPDATE}`,
  ).toEqual([]);
});

test('a machine that cannot run is drawn like the others, and named', async () => {
  const { countdown, retry } = models as Record<'countdown' | 'retry', MachineModel>;
  // It needs an input.
  const { files, problems } = await documents({ countdown: { machine: countdown.machine }, retry });
  expect([...files.keys()]).toEqual(['countdown.svg', 'retry.svg', 'system.svg', 'README.md']);
  expect(problems.find((problem) => problem.startsWith('countdown: '))).toContain("reading 'until'");
});

test('a large machine has further views', async () => {
  const views = await furtherViews(['checkout']);
  expect([...views.keys()]).toEqual([
    'checkout-happy.svg',
    'checkout-folded.svg',
    'checkout.txt',
    'checkout.mmd',
  ]);
});

describe('the description of a machine', () => {
  const machine = `setup({ actions: { /** Not this. */ go: () => {} } }).createMachine({})`;

  test('is its doc comment', () => {
    const source = `/** Not this. */\nexport const a = 1;\n\n/**\n * What it is\n * for.\n */\nexport const m = ${machine}`;
    expect(commentOf('m.ts', source)).toBe('What it is for.');
  });

  test('is required: an error names the file of a machine without one', () => {
    expect(() => commentOf('machines/m.ts', `export const m = ${machine}`)).toThrow(
      'machines/m.ts: the machine has no doc comment',
    );
  });
});
