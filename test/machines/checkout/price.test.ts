import { expect, test } from 'vitest';
import { partsOfSelection, pointsOfSelection } from '../../../machines/checkout/price.ts';
import { selection } from '../../fixtures/booking.ts';

test('a member with enough points pays with them, unless the card is chosen', () => {
  const member = { isMember: true, points: 20 };
  expect(pointsOfSelection(selection, member)).toEqual({ balance: 20, needed: 1 });
  expect(pointsOfSelection({ ...selection, paysByCard: true }, member)).toBeNull();
  expect(pointsOfSelection({ ...selection, paysByCard: false }, member)).not.toBeNull();
});

test('each rate of a selection is named with its times, and over several dates with its hours', () => {
  const rates = [{ weekdays: [0], start: 21, end: 30, pricePerHour: 800_00 }];
  const monday = {
    room: { ...selection.room, pricePerHour: 502_00, rates },
    date: '2025-11-24',
    range: { start: 20, end: 23 },
  };
  const tuesday = { ...monday, date: '2025-11-25' };
  expect(partsOfSelection(monday)).toEqual([
    { pricePerHour: 502_00, slots: 1, range: { start: 20, end: 21, pricePerHour: 502_00 }, subtotal: 251_00 },
    { pricePerHour: 800_00, slots: 2, range: { start: 21, end: 23, pricePerHour: 800_00 }, subtotal: 800_00 },
  ]);
  expect(partsOfSelection(tuesday)).toEqual([]);
  expect(partsOfSelection({ ...monday, range: null })).toEqual([]);
  expect(partsOfSelection({ ...monday, series: { every: 1, dates: [monday, tuesday] } })).toEqual([
    { pricePerHour: 502_00, slots: 4, range: null, subtotal: 1004_00 },
    { pricePerHour: 800_00, slots: 2, range: null, subtotal: 800_00 },
  ]);
});
