import { describe, expect, test } from 'vitest';
import { changeText } from '../../src/desk/audit/auditText.ts';
import { changedFields, fieldText } from '../../src/desk/ui/fieldText.ts';

/* The texts about changed fields in the audit and in the notice of a stale edit. */

test('a status, which the audit stores as its code, and an arrival have the words of the plan', () => {
  expect(fieldText('status', 'cancelled')).toBe('Released');
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

test('a sale and a block-out are read like the plan: prices, times, rooms', () => {
  const entry = { id: 1, at: '', by: '', action: '', subjectId: '', was: null, reason: null };
  const sale = {
    to: '10:30:00',
    from: '09:00:00',
    paid: '1416.00',
    user_id: 'u',
    room_id: 2,
    day: '2026-11-30',
  };
  const names = { u: 'Meera Raman', 2: 'Kolam Round' };
  expect(changeText({ ...entry, subject: 'booking', became: sale, names })).toBe(
    'person: Meera Raman; room: Kolam Round; day: 30 November 2026; from: 9:00 AM; to: 10:30 AM; paid: ₹1,416.00',
  );
  const block = { to: '24:00:00', from: '00:00:00', every: 'day', room_id: null, first_day: '2027-01-07' };
  expect(changeText({ ...entry, subject: 'block-out', became: block })).toBe(
    'room: all rooms; first day: 7 January 2027; every: day; from: 12:00 AM; to: midnight',
  );
  expect(fieldText('returned', '1')).toBe('1 point');
  expect(fieldText('policy_returns', '0')).toBe('0 points');
});

test('a changed time shows what it was, a value that stayed is shown once, and a method has its words', () => {
  const was = { from: '16:00:00', to: '18:00:00' };
  const became = { from: '16:00:00', to: '18:30:00', paid: '560.50', method: 'upi' };
  expect(changeText({ subject: 'booking', was, became })).toBe(
    'from: 4:00 PM; to: 6:00 PM → 6:30 PM; paid: ₹560.50; method: by UPI',
  );
});
