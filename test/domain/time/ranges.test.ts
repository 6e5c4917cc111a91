import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closedSlots,
  isOpenFor,
  openRange,
  openRangeOf,
  openStarts,
  toOpeningTimes,
} from '../../../domain/time/openingHours.ts';
import { freeRanges, isRangeFree, nearestRanges, rangeText, timesText } from '../../../domain/time/ranges.ts';
import { slotsIn, type SlotRange } from '../../../domain/time/slots.ts';

const anyRange = fc
  .uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 2 })
  .map(([a = 0, b = 0]): SlotRange => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const anyDay = fc.record({
  taken: fc.uniqueArray(fc.integer({ min: 0, max: 47 }), { maxLength: 48 }),
  open: fc.option(anyRange),
});

/** The model: the room is open and the slot is not taken. */
const isFree = ({ taken, open }: { taken: number[]; open: SlotRange | null }, slot: number) =>
  open !== null && slot >= open.start && slot < open.end && !taken.includes(slot);
const rangesOf = (length: number): SlotRange[] =>
  Array.from({ length: 49 - length }, (_, start) => ({ start, end: start + length }));

describe('the free ranges of a day', () => {
  test('contain every free slot once, in order, and are bounded by slots that are not free', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const free = freeRanges(day);
        expect(free.flatMap(slotsIn)).toEqual(slotsIn({ start: 0, end: 48 }).filter((s) => isFree(day, s)));
        for (const { start, end } of free) {
          expect([isFree(day, start - 1), isFree(day, end)]).toEqual([false, false]);
        }
      }),
    );
  });

  test('contain a range exactly when each of its slots is free', () => {
    fc.assert(
      fc.property(anyDay, anyRange, (day, requested) => {
        expect(isRangeFree(day, requested)).toBe(slotsIn(requested).every((slot) => isFree(day, slot)));
      }),
    );
  });

  test('are free from their first slot to their last, and not one slot longer', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        for (const { start, end } of freeRanges(day)) {
          expect(isRangeFree(day, { start, end })).toBe(true);
          expect(isRangeFree(day, { start: start - 1, end })).toBe(false);
          expect(isRangeFree(day, { start, end: end + 1 })).toBe(false);
        }
      }),
    );
  });
});

describe('the nearest ranges', () => {
  test('are free and have the requested length', () => {
    fc.assert(
      fc.property(anyDay, anyRange, (day, requested) => {
        for (const found of nearestRanges(day, requested)) {
          expect(found.end - found.start).toBe(requested.end - requested.start);
          expect(slotsIn(found).every((slot) => isFree(day, slot))).toBe(true);
        }
      }),
    );
  });

  test('start with the nearest free range of the day, and are empty only when the day has none', () => {
    fc.assert(
      fc.property(anyDay, anyRange, (day, requested) => {
        const away = ({ start }: SlotRange) => Math.abs(start - requested.start);
        const possible = rangesOf(requested.end - requested.start).filter((each) =>
          slotsIn(each).every((slot) => isFree(day, slot)),
        );
        const nearest = nearestRanges(day, requested, 1).map(away);
        expect(nearest).toEqual(
          possible
            .map(away)
            .sort((a, b) => a - b)
            .slice(0, 1),
        );
      }),
    );
  });

  test('are only the requested range when it is free', () => {
    expect(nearestRanges({ taken: [18] }, { start: 20, end: 24 })).toEqual([{ start: 20, end: 24 }]);
  });

  test('are one from each free run, the nearest first, the later of two equally near ones first', () => {
    // Taken: 10:30–11:00, 13:00–14:00 and 16:00–17:00. Requested: 13:00–14:00.
    const taken = [21, 26, 27, 32, 33];
    expect(nearestRanges({ taken, open: { start: 14, end: 42 } }, { start: 26, end: 28 })).toEqual([
      { start: 28, end: 30 },
      { start: 24, end: 26 },
      { start: 19, end: 21 },
    ]);
  });

  test('are at most as many as requested, three by default', () => {
    const taken = slotsIn({ start: 0, end: 48 }).filter((slot) => slot % 2 === 1);
    expect(nearestRanges({ taken }, { start: 21, end: 22 })).toHaveLength(3);
    expect(nearestRanges({ taken }, { start: 21, end: 22 }, 1)).toEqual([{ start: 22, end: 23 }]);
  });

  test('are empty for a range that is longer than the opening hours or than the day', () => {
    expect(nearestRanges({ taken: [], open: { start: 16, end: 36 } }, { start: 16, end: 37 })).toEqual([]);
    expect(nearestRanges({ taken: [] }, { start: 40, end: 89 })).toEqual([]);
  });

  test('move a range that crosses midnight so that it ends at midnight', () => {
    expect(nearestRanges({ taken: [] }, { start: 46, end: 50 })).toEqual([{ start: 44, end: 48 }]);
  });
});

describe('the opening hours of a room', () => {
  const hours = [
    { opens: '07:00:00', closes: '21:00:00' },
    { opens: '07:00:00', closes: '21:00:00' },
    { opens: '07:00:00', closes: '21:00:00' },
    { opens: '07:00:00', closes: '21:00:00' },
    { opens: '07:00:00', closes: '24:00:00' },
    { opens: '09:00:00', closes: '13:00:00' },
    null,
  ].map((times) => times && openRangeOf(times));

  test('are those of the weekday', () => {
    // 24 November 2025 is a Monday.
    expect(openRange(hours, '2025-11-24')).toEqual({ start: 14, end: 42 });
    expect(openRange(hours, '2025-11-28')).toEqual({ start: 14, end: 48 });
    expect(openRange(hours, '2025-11-29')).toEqual({ start: 18, end: 26 });
    expect(openRange(hours, '2025-11-30')).toBeNull();
  });

  test('are the whole day when the server sends none', () => {
    expect(openRange(undefined, '2025-11-24')).toEqual({ start: 0, end: 48 });
  });

  test('are null when they are not a valid range', () => {
    expect(openRange([openRangeOf({ opens: '21:00:00', closes: '07:00:00' })], '2025-11-24')).toBeNull();
    expect(openRange([openRangeOf({ opens: '07:00:00', closes: 'late' })], '2025-11-24')).toBeNull();
  });

  test('close every slot before and after them, and all of a closed day', () => {
    fc.assert(
      fc.property(fc.option(anyRange), (open) => {
        const closed = closedSlots(open);
        for (const slot of slotsIn({ start: 0, end: 48 })) {
          expect(closed.includes(slot)).toBe(!isOpenFor(open, { start: slot, end: slot + 1 }));
        }
      }),
    );
  });

  test('are parsed back from what is written', () => {
    fc.assert(
      fc.property(anyRange, (open) => {
        expect(openRange([openRangeOf(toOpeningTimes(open))], '2025-11-24')).toEqual(open);
      }),
    );
  });
});

test('a search can start when at least one room is open on that weekday, at 8 PM at the latest', () => {
  const at = (opens: string, closes: string) => openRangeOf({ opens, closes });
  const weekdays = at('08:00:00', '18:00:00');
  const office = { openingHours: [weekdays, weekdays, weekdays, weekdays, weekdays, null, null] };
  const late = { openingHours: [...Array<null>(5).fill(null), at('17:30:00', '24:00:00'), null] };
  const [monday, saturday, sunday] = ['2025-11-24', '2025-11-29', '2025-11-30'];
  expect(openStarts([office, late], monday)).toEqual(slotsIn({ start: 16, end: 36 }));
  expect(openStarts([office, late], saturday)).toEqual(slotsIn({ start: 35, end: 41 }));
  expect(openStarts([office, late], sunday)).toEqual([]);
  expect(openStarts([office, late], null)).toEqual(slotsIn({ start: 16, end: 41 }));
  expect(openStarts([{}], null)).toEqual(slotsIn({ start: 0, end: 41 }));
  expect(openStarts([], monday)).toEqual(slotsIn({ start: 12, end: 41 }));
});

test('a range is shown with one AM or PM where both ends are in the same half of the day', () => {
  expect(rangeText({ start: 29, end: 33 })).toBe('2:30–4:30 PM');
  expect(rangeText({ start: 23, end: 27 })).toBe('11:30 AM–1:30 PM');
  expect(rangeText({ start: 46, end: 48 })).toBe('11:00 PM–12:00 AM');
  expect(rangeText({ start: 23, end: 48 })).toBe('11:30 AM–12:00 AM');
});

test('the desk writes both ends of a range in full', () => {
  expect(timesText({ start: 18, end: 20 })).toBe('9:00 AM to 10:00 AM');
});

test.each([
  ['noon', '22:00:00'],
  ['08:00:00', 'noon'],
  ['22:00:00', '08:00:00'],
  ['08:00:00', '08:00:00'],
])('opening times from %s to %s are not a range', (opens, closes) => {
  expect(openRangeOf({ opens, closes })).toBeNull();
});
