import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { models } from '../paths/models.ts';
import { commentOf, documents, documentsFolder } from './documents.ts';

const RENEW = 'run `npm run diagrams` and commit docs/machines';

let wanted: Map<string, string>;
beforeAll(async () => {
  wanted = await documents();
});

const committed = (file: string): string | null => {
  try {
    return readFileSync(join(documentsFolder, file), 'utf8');
  } catch {
    return null;
  }
};

test.each([
  ...Object.keys(models).flatMap((name) => [`${name}.svg`, `${name}.md`, `${name}.txt`]),
  'system.svg',
  'README.md',
])('docs/machines/%s shows what the machines are now', (file) => {
  // Compared as a whole and not shown line by line: the picture is not for reading.
  const isFresh = committed(file) === wanted.get(file);
  expect(isFresh, `docs/machines/${file} is stale: ${RENEW}`).toBe(true);
});

test('docs/machines holds nothing about machines that are gone', () => {
  const old = readdirSync(documentsFolder).filter((file) => !wanted.has(file));
  expect(old, `left over: ${RENEW}`).toEqual([]);
});

describe('what is said of a machine', () => {
  const machine = `setup({ actions: { /** Not this. */ go: () => {} } }).createMachine({})`;

  test('is its own comment', () => {
    const source = `/** Not this. */\nexport const a = 1;\n\n/**\n * What it is\n * for.\n */\nexport const m = ${machine}`;
    expect(commentOf('m.ts', source)).toBe('What it is for.');
  });

  test('is missed by name', () => {
    expect(() => commentOf('machines/m.ts', `export const m = ${machine}`)).toThrow(
      'machines/m.ts: the machine has no doc comment',
    );
  });
});
