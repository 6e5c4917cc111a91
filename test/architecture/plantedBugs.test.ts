import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantedBugs } from '../../scripts/faults/plantedBugs.ts';

test('each planted bug of the fault search changes one place of the present code', () => {
  const places = plantedBugs.map(({ name, file, code, bug }) => ({
    name,
    places: readFileSync(file, 'utf8').split(code).length - 1,
    changes: code !== bug,
  }));
  expect(places).toEqual(plantedBugs.map(({ name }) => ({ name, places: 1, changes: true })));
});
