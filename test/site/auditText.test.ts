import { describe, expect, test } from 'vitest';
import { changedFields, fieldText } from '../../src/desk/auditText.ts';

/* The texts about changed fields in the audit and in the notice of a stale edit. */

test('a status and an arrival have the words of the plan', () => {
  expect(changedFields({ status: 'called_off', arrival: 'no-show' })).toEqual([
    ['status', 'Cancelled'],
    ['arrival', 'No-show'],
  ]);
  expect(fieldText('status', 'draft')).toBe('draft');
});

describe('the opening hours of a week', () => {
  const day = { start: 12, end: 42 };
  test.each([
    ['every day alike', Array.from({ length: 7 }, () => day), 'Mon–Sun 6:00 AM–9:00 PM'],
    [
      'a closed Sunday',
      [...Array.from({ length: 6 }, () => day), null],
      'Mon–Sat 6:00 AM–9:00 PM, Sun closed',
    ],
    [
      'a short Wednesday until midnight',
      [day, day, { start: 40, end: 48 }, day, day, null, null],
      'Mon–Tue 6:00 AM–9:00 PM, Wed 8:00 PM–12:00 AM, Thu–Fri 6:00 AM–9:00 PM, Sat–Sun closed',
    ],
  ])('%s', (_case, week, text) => {
    expect(changedFields({ opening_hours: week })).toEqual([['opening hours', text]]);
  });

  test('are also readable in an old audit entry, where opens and closes were separate fields', () => {
    expect(fieldText('closes', [48, 48, 48, 48, 48, 48, 12])).toBe('Mon–Sat midnight, Sun 6:00 AM');
  });
});
