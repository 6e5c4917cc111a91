import { describe, expect, test } from 'vitest';
import { WHOLE_DAY } from '../../../domain/time/openingHours.ts';
import { addDays, lastBookableDate } from '../../../domain/time/calendar.ts';
import { searchOfDate } from '../../../machines/rooms/search/view.ts';
import { emptySearch } from '../../../machines/rooms/search/form.ts';
import {
  earlierWeek,
  firstShownDay,
  freeTexts,
  laterWeek,
  middleOf,
  openSpan,
} from '../../../machines/rooms/week.ts';

const today = '2025-11-20';
const open = { start: 12, end: 42 };
const day = (other: object) => ({ date: today, taken: [], open, ...other });

describe('the week of a room', () => {
  test('begins today, or with a chosen date that is later than six days from today', () => {
    expect(firstShownDay(today, null)).toBe(today);
    expect(firstShownDay(today, '2025-11-26')).toBe(today);
    expect(firstShownDay(today, '2025-11-27')).toBe('2025-11-27');
  });

  test('does not go back before today', () => {
    expect(earlierWeek(today, today)).toBeNull();
    expect(earlierWeek('2025-11-23', today)).toBe(today);
    expect(earlierWeek('2025-11-27', today)).toBe(today);
    expect(earlierWeek('2025-11-30', today)).toBe('2025-11-23');
  });

  test('does not go beyond the last day that can be booked', () => {
    const last = lastBookableDate(today);
    expect(laterWeek(today, today)).toBe('2025-11-27');
    expect(laterWeek(addDays(last, -7), today)).toBe(last);
    expect(laterWeek(addDays(last, -6), today)).toBeNull();
  });

  test('is as wide as its earliest opening and its latest closing', () => {
    const days = [day({}), day({ open: { start: 16, end: 44 } }), day({ open: null })];
    expect(openSpan(days)).toEqual({ start: 12, end: 44 });
    expect(openSpan([day({ open: null })])).toEqual(WHOLE_DAY);
  });

  test('has a full hour in its middle', () => {
    expect(middleOf({ start: 12, end: 42 })).toBe(28);
    expect(middleOf({ start: 12, end: 44 })).toBe(28);
    expect(middleOf(WHOLE_DAY)).toBe(24);
  });
});

test('a day says how long the room is free, or why it is not', () => {
  expect(freeTexts(day({ taken: [12] }))).toEqual({ text: '14.5 hours free', shortText: '14.5 h free' });
  const all = Array.from({ length: 48 }, (_, slot) => slot);
  expect(freeTexts(day({ taken: all }))).toEqual({ text: 'full', shortText: 'full' });
  expect(freeTexts(day({ open: null }))).toEqual({ text: 'closed', shortText: 'closed' });
});

describe('a pressed day', () => {
  const dateAndSearch = [
    { type: 'search.changed', field: 'date', value: today },
    { type: 'search.submitted' },
  ];

  test('is searched with the headcount of the form', () => {
    expect(searchOfDate({ fields: { ...emptySearch, headcount: '6' } }, today)).toEqual(dateAndSearch);
  });

  test('is searched for one person when the headcount is empty', () => {
    expect(searchOfDate({ fields: { ...emptySearch, headcount: '' } }, today)).toEqual([
      { type: 'search.changed', field: 'headcount', value: '1' },
      ...dateAndSearch,
    ]);
  });
});
