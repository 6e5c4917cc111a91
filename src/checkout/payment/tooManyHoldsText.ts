import { MAX_HELD_SLOTS, MAX_HOLDS } from '../../../domain/bookings/holds.ts';
import { dateAt, longDate, timeAt } from '../../../domain/time/calendar.ts';
import { hoursText } from '../../../domain/time/slots.ts';
import type { Failure } from '../../../machines/engine/failure.ts';

const MINUTE_MS = 60_000;

/**
 * `holds`: what the user holds and when enough of it expires, if the server sent it. A hold with a payment link may expire on
 * another day than `now` (milliseconds since 1970).
 */
export function tooManyHoldsText(holds: Failure['details']['holds'], now: number): string {
  const rule = `You can hold at most ${MAX_HOLDS} unpaid bookings, or ${hoursText(MAX_HELD_SLOTS)} in total. Nothing was booked or charged.`;
  if (!holds) return rule;
  const free = Date.parse(holds.until) + MINUTE_MS;
  const day = dateAt(free) === dateAt(now) ? '' : `on ${longDate(dateAt(free))} `;
  return `${rule} You are holding ${hoursText(holds.slots)}. Finish or cancel one of these payments, then press CONFIRM again, or try again ${day}at ${timeAt(free)}.`;
}
