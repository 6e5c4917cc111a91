import { expect, test } from 'vitest';
import { heldShare } from '../../domain/bookings/heldShare.ts';

test('what is held without a payment is a whole percentage of the open hours, and above a tenth it is unusually large', () => {
  expect(heldShare({ slots: 9, openSlots: 1000 })).toEqual({ percent: 'less than 1%', isLarge: false });
  expect(heldShare({ slots: 10, openSlots: 1000 })).toEqual({ percent: '1%', isLarge: false });
  expect(heldShare({ slots: 100, openSlots: 1000 })).toEqual({ percent: '10%', isLarge: false });
  expect(heldShare({ slots: 116, openSlots: 1000 })).toEqual({ percent: '12%', isLarge: true });
});

test('hours that are held while every room is closed are unusually many', () => {
  expect(heldShare({ slots: 2, openSlots: 0 })).toEqual({ percent: '200%', isLarge: true });
});
