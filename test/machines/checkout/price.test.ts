import { expect, test } from 'vitest';
import { pointsOfSelection } from '../../../machines/checkout/price.ts';
import { selection } from '../../fixtures/booking.ts';

test('a member with enough points pays with them, unless the card is chosen', () => {
  const member = { isMember: true, points: 20 };
  expect(pointsOfSelection(selection, member)).toEqual({ balance: 20, needed: 1 });
  expect(pointsOfSelection({ ...selection, paysByCard: true }, member)).toBeNull();
  expect(pointsOfSelection({ ...selection, paysByCard: false }, member)).not.toBeNull();
});
