import { describe, expect, test } from 'vitest';
import {
  bookingTimes,
  clockTime,
  hoursText,
  isContiguous,
  parseBookingTimes,
  parseSlotTime,
  rangeOf,
  slotsIn,
  slotTime,
} from '../../../domain/time/slots.ts';
import { selectSlot } from '../../../domain/time/slotSelection.ts';

describe('the slots of a day', () => {
  test('run from 00:00:00 to 23:30:00, and the day ends at 24:00:00', () => {
    expect(slotTime(0)).toBe('00:00:00');
    expect(slotTime(47)).toBe('23:30:00');
    expect(slotTime(48)).toBe('24:00:00');
  });

  test('are parsed back from their times', () => {
    for (let slot = 0; slot <= 48; slot += 1) expect(parseSlotTime(slotTime(slot))).toBe(slot);
  });

  test.each(['', '8:00', '08:15:00', '08:00:01', '24:30:00', '25:00', 'noon'])(
    '%j is not a slot time',
    (text) => {
      expect(parseSlotTime(text)).toBeNull();
    },
  );

  test('are shown in the 12-hour format', () => {
    expect([0, 1, 16, 24, 25, 40, 48].map(clockTime)).toEqual([
      '12:00 AM',
      '12:30 AM',
      '8:00 AM',
      '12:00 PM',
      '12:30 PM',
      '8:00 PM',
      '12:00 AM',
    ]);
  });
});

describe('a selection', () => {
  test('grows by a neighbour on either side', () => {
    expect(selectSlot([20], 21)).toEqual([20, 21]);
    expect(selectSlot([20, 21], 19)).toEqual([19, 20, 21]);
  });

  test('becomes only the clicked slot when that one was selected', () => {
    expect(selectSlot([20, 21, 22], 21)).toEqual([21]);
  });

  test('starts again with a slot that is not adjacent', () => {
    expect(selectSlot([20, 21], 23)).toEqual([23]);
    expect(selectSlot([], 5)).toEqual([5]);
  });

  test('is contiguous only without gaps and repetitions', () => {
    expect(isContiguous([3, 1, 2])).toBe(true);
    expect(isContiguous([20])).toBe(true);
    expect(isContiguous([])).toBe(false);
    expect(isContiguous([1, 1])).toBe(false);
    expect(isContiguous([1, 3])).toBe(false);
  });

  test('covers the range from its first slot to the end of its last', () => {
    expect(rangeOf([21, 20, 22])).toEqual({ start: 20, end: 23 });
    expect(rangeOf([20, 22])).toBeNull();
  });
});

describe('the times of a booking in a request', () => {
  test('are the start of the first slot, the start of the last slot and its end', () => {
    expect(bookingTimes({ start: 20, end: 23 })).toEqual({
      stime: '10:00:00',
      etime: '11:00:00',
      ctime: '11:30:00',
    });
  });

  test('end at 24:00:00 for the last slot of the day, and 00:00:00 is read as that', () => {
    const times = bookingTimes({ start: 47, end: 48 });
    expect(times).toEqual({ stime: '23:30:00', etime: '23:30:00', ctime: '24:00:00' });
    expect(parseBookingTimes(times)).toEqual({ start: 47, end: 48 });
    expect(parseBookingTimes({ ...times, ctime: '00:00:00' })).toEqual({ start: 47, end: 48 });
  });

  test.each([
    ['an empty range', { stime: '10:00:00', etime: '09:30:00', ctime: '10:00:00' }],
    ['a last slot longer than half an hour', { stime: '10:00:00', etime: '10:00:00', ctime: '11:00:00' }],
    ['an end before the start', { stime: '10:00:00', etime: '08:30:00', ctime: '09:00:00' }],
    ['a time between slots', { stime: '10:10:00', etime: '10:10:00', ctime: '10:40:00' }],
    ['a start that is not a time', { stime: 'noon', etime: '10:00:00', ctime: '10:30:00' }],
    ['a last start that is not a time', { stime: '10:00:00', etime: 'noon', ctime: '10:30:00' }],
    ['an end that is not a time', { stime: '10:00:00', etime: '10:00:00', ctime: 'noon' }],
    [
      'an end at midnight after a start that is not a time',
      { stime: 'noon', etime: 'noon', ctime: '00:00:00' },
    ],
  ])('are refused when they are %s', (_case, times) => {
    expect(parseBookingTimes(times)).toBeNull();
  });
});

test('a range has its slots in order, without the one at its end', () => {
  expect(slotsIn({ start: 20, end: 23 })).toEqual([20, 21, 22]);
});

test.each([
  [1, '0.5 hour'],
  [2, '1 hour'],
  [3, '1.5 hours'],
  [4, '2 hours'],
])('%i slots read as %s', (slots, text) => {
  expect(hoursText(slots)).toBe(text);
});
