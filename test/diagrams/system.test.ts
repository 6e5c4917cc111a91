import { expect, test } from 'vitest';
import { layoutProblemsOf } from '../../tools/flows/drawing.ts';
import { systemBox } from './system.ts';

test('the picture of the system shows every actor inside its parent, with the events that it sends', async () => {
  const root = systemBox();
  const child = (name: string) => root.boxes.find(({ id }) => id === name);
  expect(child('checkout')?.boxes.map(({ id }) => id)).toEqual([
    'countdown',
    'verifyPayment',
    'releaseHold',
    'fetchPaymentStatus',
  ]);
  expect(child('slots')?.tags).toContain('one for each');
  expect(child('slots')?.rows).toContainEqual(
    expect.objectContaining({ text: 'checkout.started', targets: ['checkout'] }),
  );
  expect(child('rooms')?.rows).toContainEqual(
    expect.objectContaining({ text: 'rooms.loaded', targets: ['root'] }),
  );
  expect(root.rows).toContainEqual(expect.objectContaining({ text: 'slots.dateChosen', targets: ['slots'] }));
  expect(await layoutProblemsOf(root)).toEqual([]);
});
