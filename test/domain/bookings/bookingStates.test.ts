import { expect, test } from 'vitest';
import {
  bookingCodes,
  bookingStateNames,
  stateOf,
  stateOfCode,
  type BookingState,
} from '../../../domain/bookings/bookingStates.ts';

test('the codes in the database stay as they are: servers of two versions read and write them', () => {
  expect(bookingCodes).toMatchObject({
    released: 'cancelled',
    cancelled: 'called_off',
    pending_move: 'moving',
    move_failed: 'not_moved',
  });
});

test('each state has one code, from which it is found again', () => {
  for (const [state, code] of Object.entries(bookingCodes)) expect(stateOfCode(code)).toBe(state);
  expect(new Set(Object.values(bookingCodes)).size).toBe(Object.keys(bookingStateNames).length);
});

test('the state of a booking is read from a server of the previous version too, which sends its code only', () => {
  const read: BookingState[] = [
    stateOf({ status: 'called_off' }),
    stateOf({ status: 'cancelled' }),
    stateOf({ status: 'called_off', state: 'cancelled' }),
    stateOf({ status: 'cancelled', state: 'released' }),
  ];
  expect(read).toEqual(['cancelled', 'released', 'cancelled', 'released']);
  expect(stateOf({ status: 'pending' }), 'a word without a code').toBe('pending');
});
