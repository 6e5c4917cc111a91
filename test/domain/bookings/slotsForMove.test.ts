import { expect, test } from 'vitest';
import { slotsForMove } from '../../../domain/bookings/slotsForMove.ts';

const booked = { start: 20, end: 22 };

test.each([
  ['no buffer', [19, 20, 21, 22], 0, [20, 21]],
  ['nobody near', [18, 19, 20, 21, 22, 23], 2, [18, 19, 20, 21, 22, 23]],
  ['somebody before', [17, 18, 19, 20, 21, 22, 23], 2, [20, 21, 22, 23]],
  ['somebody two buffers later', [19, 20, 21, 22, 24, 25], 1, [19, 20, 21, 22]],
  ['somebody right after the buffer', [19, 20, 21, 22, 23, 24], 1, [19, 20, 21]],
  ['somebody behind half of the way', [18, 19, 20, 21, 22, 23, 25], 2, [18, 19, 20, 21, 22]],
])(
  'with %s a booking can move to its own slots and to those that only it takes',
  (_case, taken, buffer, own) => {
    expect(slotsForMove(taken, booked, buffer)).toEqual(own);
  },
);

test('the buffer of the last booking of a day ends with the day', () => {
  expect(slotsForMove([45, 46, 47], { start: 46, end: 47 }, 1)).toEqual([45, 46, 47]);
});
