import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeFolder } from '../../../scripts/build.mjs';
import { expect, test } from '../site.ts';

/** Scripts of a built client that contain the probe. */
const probedScripts = (folder: string): string[] => {
  const assets = join(folder, 'dist', 'assets');
  return readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .filter((file) => readFileSync(join(assets, file), 'utf8').match(/litroomsProbe|flows-recording/));
};

test('the product has no trace of the probe', () => {
  expect(probedScripts('.')).toEqual([]);
  expect(probedScripts(probeFolder)).toHaveLength(1);
});
