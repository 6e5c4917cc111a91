import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getShortestPaths } from '@xstate/graph';
import { expect, test } from 'vitest';
import { traversalOf } from '../../tools/flows/paths.ts';
import { checkout } from './models/checkout.ts';

/* A path test by hand, as docs/generating-tests.md shows it. */

const paths = getShortestPaths(checkout.machine, {
  ...traversalOf(checkout, checkout.inputs?.[0]),
  toState: (snapshot) => snapshot.matches('paidLate'),
});

test.each(paths)('a payment that came too late keeps the selection', ({ state, steps }) => {
  expect(state.context.selection).not.toBe(null);
  expect(steps.some(({ event }) => event.type === 'xstate.done.actor.createOrder')).toBe(true);
});

test('the document shows this file', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/generating-tests.md'), 'utf8');
  const [shown] = /```ts\n(import \{ getShortestPaths \}[^`]+)```/.exec(document)?.slice(1) ?? [];
  const file = readFileSync(import.meta.filename, 'utf8');
  for (const line of shown?.trim().split('\n') ?? ['']) expect(file).toContain(line);
});
