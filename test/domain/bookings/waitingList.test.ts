import { expect, test } from 'vitest';
import { offerAt, nextEmailTime } from '../../../domain/bookings/waitingList.ts';

const at = (time: string): number => Date.parse(`2025-11-21T${time}:00+05:30`);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('letters are sent from 8 AM to 9 PM in India', () => {
  expect(nextEmailTime(at('08:00'))).toBe(at('08:00'));
  expect(nextEmailTime(at('20:59'))).toBe(at('20:59'));
  expect(nextEmailTime(at('21:00'))).toBe(at('08:00') + DAY);
  expect(nextEmailTime(at('23:59'))).toBe(at('08:00') + DAY);
  expect(nextEmailTime(at('00:00'))).toBe(at('08:00'));
  expect(nextEmailTime(at('07:59'))).toBe(at('08:00'));
});

test('times more than a day away are held for half an hour, nearer times are only announced', () => {
  const now = at('10:10');
  expect(offerAt(now + DAY + 1, now)).toEqual({ kind: 'hold', until: now + HOUR / 2 });
  expect(offerAt(now + DAY, now)).toEqual({ kind: 'inform' });
  expect(offerAt(now + 1, now)).toEqual({ kind: 'inform' });
  expect(offerAt(now, now)).toBeNull();
});

test('times that are released at night are not held until letters are sent in the morning', () => {
  const now = at('22:00');
  const morning = at('08:00') + DAY;
  expect(offerAt(morning + DAY + 1, now)).toEqual({ kind: 'later', at: morning });
  expect(offerAt(morning + DAY + 1, morning)).toEqual({ kind: 'hold', until: morning + HOUR / 2 });
  expect(offerAt(morning + DAY, now)).toEqual({ kind: 'later', at: morning });
  expect(offerAt(morning, now)).toBeNull();
});
