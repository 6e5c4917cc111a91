import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { pickerMachine } from '../../../machines/engine/form/picker.ts';

/** A picker whose loads end when the test says so, and how often it was unavailable. */
function startPicker() {
  const loads: { readonly finish: () => void; readonly fail: () => void }[] = [];
  const load = fromPromise(
    () =>
      new Promise<void>((resolve, reject) => {
        loads.push({ finish: resolve, fail: () => reject(new Error('offline')) });
      }),
  );
  const picker = createActor(pickerMachine.provide({ actors: { load } })).start();
  let unavailable = 0;
  picker.on('pickerUnavailable', () => (unavailable += 1));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { picker, loads, settle, state: () => picker.getSnapshot().value, unavailable: () => unavailable };
}

test('a picker opens when its code is loaded, and at once after that', async () => {
  const { picker, loads, settle, state } = startPicker();
  picker.send({ type: 'picker.opened' });
  expect(state()).toBe('loading');
  loads[0]?.finish();
  await settle();
  expect(state()).toBe('open');
  picker.send({ type: 'picker.closed' });
  picker.send({ type: 'picker.opened' });
  expect(state()).toBe('open');
  expect(loads).toHaveLength(1);
});

test('a picker does not open after the visitor has typed or left the field', async () => {
  const { picker, loads, settle, state } = startPicker();
  picker.send({ type: 'picker.opened' });
  picker.send({ type: 'picker.cancelled' });
  loads[0]?.finish();
  await settle();
  expect(state()).toBe('closed');
});

test('a picker that could not be loaded says so, and is loaded again by the next press', async () => {
  const { picker, loads, settle, state, unavailable } = startPicker();
  picker.send({ type: 'picker.opened' });
  loads[0]?.fail();
  await settle();
  expect([state(), unavailable()]).toEqual(['unavailable', 1]);
  picker.send({ type: 'picker.cancelled' });
  expect(state()).toBe('unavailable');
  picker.send({ type: 'picker.opened' });
  loads[1]?.finish();
  await settle();
  expect(state()).toBe('open');
});
