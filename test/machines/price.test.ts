import { expect, test } from 'vitest';
import { pointsPayment } from '../../machines/checkout/price.ts';
import { selection } from '../fixtures/booking.ts';

test('a member with enough points pays with them, unless the card is chosen', () => {
  const member = { isMember: true, points: 20 };
  expect(pointsPayment(selection, member)).toEqual({ balance: 20, needed: 1 });
  expect(pointsPayment({ ...selection, paysByCard: true }, member)).toBeNull();
  expect(pointsPayment({ ...selection, paysByCard: false }, member)).not.toBeNull();
});
