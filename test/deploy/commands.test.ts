import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operatorCommands } from '../../scripts/buildProduct.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test.each(Object.entries(operatorCommands))(
  'an operator runs %s from the sources and from the build',
  (name, file) => {
    expect(scripts[name]).toBe(`node scripts/from-source.mjs ${file}`);
  },
);

test('each npm script of a command of the server is built', () => {
  const ofServer = Object.keys(scripts).filter((name) => scripts[name]?.includes('from-source.mjs server/'));
  expect(ofServer.sort()).toEqual(Object.keys(operatorCommands).sort());
});
