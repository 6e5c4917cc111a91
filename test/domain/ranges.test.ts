import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closedSlots,
  isOpenFor,
  openRange,
  openRangeOf,
  openStarts,
  toOpeningTimes,
} from '../../domain/openingHours.ts';
import { freeRanges, isRangeFree, nearestRanges, rangeText } from '../../domain/ranges.ts';
import { slotsIn, type SlotRange } from '../../domain/slots.ts';

const range = fc
  .uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 2 })
  .map(([a = 0, b = 0]): SlotRange => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const day = fc.record({
  taken: fc.uniqueArray(fc.integer({ min: 0, max: 47 }), { maxLength: 48 }),
  open: fc.option(range),
});

/** The model: a slot can be booked when the room is open and nobody has it. */
const isFree = ({ taken, open }: { taken: number[]; open: SlotRange | null }, slot: number) =>
  open !== null && slot >= open.start && slot < open.end && !taken.includes(slot);
const rangesOf = (length: number): SlotRange[] =>
  Array.from({ length: 49 - length }, (_, start) => ({ start, end: start + length }));

describe('the free ranges of a day', () => {
  test('have every free slot once, in order, and end where a slot is not free', () => {
    fc.assert(
      fc.property(day, (of) => {
        const free = freeRanges(of);
        expect(free.flatMap(slotsIn)).toEqual(slotsIn({ start: 0, end: 48 }).filter((s) => isFree(of, s)));
        for (const { start, end } of free) {
          expect([isFree(of, start - 1), isFree(of, end)]).toEqual([false, false]);
        }
      }),
    );
  });

  test('have a range exactly when each of its slots is free', () => {
    fc.assert(
      fc.property(day, range, (of, wanted) => {
        expect(isRangeFree(of, wanted)).toBe(slotsIn(wanted).every((slot) => isFree(of, slot)));
      }),
    );
  });
});

describe('the nearest ranges', () => {
  test('are free and as long as the wanted one', () => {
    fc.assert(
      fc.property(day, range, (of, wanted) => {
        for (const found of nearestRanges(of, wanted)) {
          expect(found.end - found.start).toBe(wanted.end - wanted.start);
          expect(slotsIn(found).every((slot) => isFree(of, slot))).toBe(true);
        }
      }),
    );
  });

  test('begin with one to which no free range of the day is nearer, and are none only when there is none', () => {
    fc.assert(
      fc.property(day, range, (of, wanted) => {
        const away = ({ start }: SlotRange) => Math.abs(start - wanted.start);
        const possible = rangesOf(wanted.end - wanted.start).filter((each) =>
          slotsIn(each).every((slot) => isFree(of, slot)),
        );
        const nearest = nearestRanges(of, wanted, 1).map(away);
        expect(nearest).toEqual(
          possible
            .map(away)
            .sort((a, b) => a - b)
            .slice(0, 1),
        );
      }),
    );
  });

  test('are the wanted one alone when it is free', () => {
    expect(nearestRanges({ taken: [18] }, { start: 20, end: 24 })).toEqual([{ start: 20, end: 24 }]);
  });

  test('come one from each free run, the nearest first, the later of two equally near ones first', () => {
    // Taken 10:30–11:00, 13:00–14:00 and 16:00–17:00; wanted 13:00–14:00.
    const taken = [21, 26, 27, 32, 33];
    expect(nearestRanges({ taken, open: { start: 14, end: 42 } }, { start: 26, end: 28 })).toEqual([
      { start: 28, end: 30 },
      { start: 24, end: 26 },
      { start: 19, end: 21 },
    ]);
  });

  test('are as many as asked for, three at most by default', () => {
    const taken = slotsIn({ start: 0, end: 48 }).filter((slot) => slot % 2 === 1);
    expect(nearestRanges({ taken }, { start: 21, end: 22 })).toHaveLength(3);
    expect(nearestRanges({ taken }, { start: 21, end: 22 }, 1)).toEqual([{ start: 22, end: 23 }]);
  });

  test('are none for a range that is longer than the day is open, or crosses midnight', () => {
    expect(nearestRanges({ taken: [], open: { start: 16, end: 36 } }, { start: 16, end: 37 })).toEqual([]);
    expect(nearestRanges({ taken: [] }, { start: 40, end: 89 })).toEqual([]);
  });

  test('move a range that crosses midnight to the evening before it', () => {
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
  ];

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

  test('are nothing when they are no range', () => {
    expect(openRange([{ opens: '21:00:00', closes: '07:00:00' }], '2025-11-24')).toBeNull();
    expect(openRange([{ opens: '07:00:00', closes: 'late' }], '2025-11-24')).toBeNull();
  });

  test('close every slot before and after them, and all of a closed day', () => {
    fc.assert(
      fc.property(fc.option(range), (open) => {
        const closed = closedSlots(open);
        for (const slot of slotsIn({ start: 0, end: 48 })) {
          expect(closed.includes(slot)).toBe(!isOpenFor(open, { start: slot, end: slot + 1 }));
        }
      }),
    );
  });

  test('are written as they are read', () => {
    fc.assert(
      fc.property(range, (open) => {
        expect(openRange([toOpeningTimes(open)], '2025-11-24')).toEqual(open);
      }),
    );
  });
});

test('a search starts while at least one room is open that weekday, at 8 PM at the latest', () => {
  const at = (opens: string, closes: string) => ({ opens, closes });
  const weekdays = at('08:00:00', '18:00:00');
  const office = { opening_hours: [weekdays, weekdays, weekdays, weekdays, weekdays, null, null] };
  const late = { opening_hours: [...Array<null>(5).fill(null), at('17:30:00', '24:00:00'), null] };
  const [monday, saturday, sunday] = ['2025-11-24', '2025-11-29', '2025-11-30'];
  expect(openStarts([office, late], monday)).toEqual(slotsIn({ start: 16, end: 36 }));
  expect(openStarts([office, late], saturday)).toEqual(slotsIn({ start: 35, end: 41 }));
  expect(openStarts([office, late], sunday)).toEqual([]);
  expect(openStarts([office, late], null)).toEqual(slotsIn({ start: 16, end: 41 }));
  expect(openStarts([{}], null)).toEqual(slotsIn({ start: 0, end: 41 }));
  expect(openStarts([], monday)).toEqual(slotsIn({ start: 12, end: 41 }));
});

test('a range is shown with one AM or PM where both ends share it', () => {
  expect(rangeText({ start: 29, end: 33 })).toBe('2:30–4:30 PM');
  expect(rangeText({ start: 23, end: 27 })).toBe('11:30 AM–1:30 PM');
  expect(rangeText({ start: 46, end: 48 })).toBe('11:00 PM–12:00 AM');
});

test.each([
  ['noon', '22:00:00'],
  ['08:00:00', 'noon'],
  ['22:00:00', '08:00:00'],
  ['08:00:00', '08:00:00'],
])('opening times from %s to %s are no range', (opens, closes) => {
  expect(openRangeOf({ opens, closes })).toBeNull();
});
