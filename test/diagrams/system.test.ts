import { expect, test } from 'vitest';
import { layoutProblemsOf } from '../flows/layoutProblems.ts';
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
  const slots = child('rooms')?.boxes.find(({ id }) => id === 'slots');
  expect(slots?.tags).toContain('one for each');
  expect(slots?.rows).toContainEqual(
    expect.objectContaining({ text: 'checkout.started', targets: ['checkout'] }),
  );
  expect(child('roomList')?.rows).toContainEqual(
    expect.objectContaining({ text: 'rooms.listed', targets: ['rooms'] }),
  );
  expect(child('rooms')?.rows).toContainEqual(
    expect.objectContaining({ text: 'slots.dateChosen', targets: ['slots'] }),
  );
  expect(await layoutProblemsOf(root)).toEqual([]);
});
