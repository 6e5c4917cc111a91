import { expect, test } from 'vitest';
import { allowsLength, lengthText } from '../../../domain/rooms/bookingLength.ts';

test.each([
  [{}, null],
  [{ minSlots: 1, maxSlots: 48 }, null],
  [{ minSlots: 2 }, 'Bookings of 1 hour or longer'],
  [{ maxSlots: 8 }, 'Bookings of at most 4 hours'],
  [{ minSlots: 2, maxSlots: 8 }, 'Bookings of 1 hour to 4 hours'],
  [{ minSlots: 8, maxSlots: 8 }, 'Bookings of 4 hours'],
])('the limits %o are shown as %s', (limits, text) => {
  expect(lengthText(limits)).toBe(text);
});

test('a booking is allowed from the shortest to the longest length', () => {
  const limits = { minSlots: 2, maxSlots: 4 };
  const lengths = [1, 2, 3, 4, 5].filter((slots) => allowsLength(limits, { start: 20, end: 20 + slots }));
  expect(lengths).toEqual([2, 3, 4]);
  expect(allowsLength({}, { start: 0, end: 48 })).toBe(true);
});
