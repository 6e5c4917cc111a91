import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  startedSlots,
  bookingWindow,
  dateAt,
  validateDate,
  dayAndMonth,
  fullDate,
  instantOf,
  isDate,
  longDate,
  monthText,
  timeAt,
  yearAt,
} from '../../../domain/time/calendar.ts';

/** 21 November 2025, 00:15 in Chennai; still the 20th in UTC. */
const JUST_AFTER_MIDNIGHT = Date.parse('2025-11-20T18:45:00Z');

describe('the calendar of Asia/Kolkata', () => {
  test('has its midnight at 18:30 UTC', () => {
    expect(dateAt(Date.parse('2025-11-20T18:29:59Z'))).toBe('2025-11-20');
    expect(dateAt(Date.parse('2025-11-20T18:30:00Z'))).toBe('2025-11-21');
  });

  test('begins its year at 18:30 UTC', () => {
    expect(yearAt(Date.parse('2025-12-31T18:29:59Z'))).toBe(2025);
    expect(yearAt(Date.parse('2025-12-31T18:30:00Z'))).toBe(2026);
  });

  test('names its months', () => {
    expect(['2025-01', '2025-11'].map(monthText)).toEqual(['January 2025', 'November 2025']);
  });

  test('converts a slot to its instant', () => {
    expect(new Date(instantOf('2025-11-21', 20)).toISOString()).toBe('2025-11-21T04:30:00.000Z');
    expect(instantOf('2025-11-21', 48)).toBe(instantOf('2025-11-22', 0));
  });

  test('accepts only dates that exist', () => {
    for (const day of ['2024-02-29', '2000-02-29', '2025-12-31', '2025-04-30']) {
      expect(isDate(day), day).toBe(true);
    }
    for (const text of [
      '2025-02-29',
      '2100-02-29',
      '2025-04-31',
      '2025-13-01',
      '0000-01-01',
      '2025-1-1',
      '01/01/2025',
      '',
      '2025-01-01T00:00:00Z',
    ]) {
      expect(isDate(text), text).toBe(false);
    }
  });

  test('adds days across the ends of months and years, also backwards', () => {
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  });

  test('clamps six months ahead to the last day of a shorter month', () => {
    expect(addMonths('2025-08-31', 6)).toBe('2026-02-28');
    expect(addMonths('2023-08-31', 6)).toBe('2024-02-29');
    expect(addMonths('2025-11-21', 6)).toBe('2026-05-21');
  });

  test('writes dates as people in India read English ones', () => {
    expect(fullDate('2025-11-21')).toBe('Friday 21 November 2025');
    expect(longDate('2025-11-21')).toBe('21 November 2025');
    expect(dayAndMonth('2025-09-05')).toEqual({ day: '5', month: 'Sep' });
  });
});

describe('the booking window', () => {
  test('runs from today in Chennai to the same day six months on', () => {
    expect(bookingWindow(JUST_AFTER_MIDNIGHT)).toEqual({ first: '2025-11-21', last: '2026-05-21' });
  });

  test('gives the reason why a date outside it is refused', () => {
    expect(validateDate('2025-11-20', JUST_AFTER_MIDNIGHT)).toBe('past');
    expect(validateDate('2025-11-21', JUST_AFTER_MIDNIGHT)).toBeNull();
    expect(validateDate('2026-05-21', JUST_AFTER_MIDNIGHT)).toBeNull();
    expect(validateDate('2026-05-22', JUST_AFTER_MIDNIGHT)).toBe('too-far');
    expect(validateDate('tomorrow', JUST_AFTER_MIDNIGHT)).toBe('not-a-date');
  });

  test('counts the slots of today that have started', () => {
    expect(startedSlots('2025-11-21', JUST_AFTER_MIDNIGHT)).toBe(1);
    expect(startedSlots('2025-11-21', instantOf('2025-11-21', 20))).toBe(21);
    expect(startedSlots('2025-11-22', JUST_AFTER_MIDNIGHT)).toBe(0);
    expect(startedSlots('2025-11-20', JUST_AFTER_MIDNIGHT)).toBe(48);
  });
});

test.each([
  ['2025-11-20T18:30:00Z', '12:00 AM'],
  ['2025-11-21T04:40:59Z', '10:10 AM'],
  ['2025-11-21T06:31:00Z', '12:01 PM'],
  ['2025-11-21T18:29:59Z', '11:59 PM'],
])('the time of day in India at %s is %s', (instant, time) => {
  expect(timeAt(Date.parse(instant))).toBe(time);
});
