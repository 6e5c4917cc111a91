import type { SaleDate, SaleDatesQuery } from '../../contract/desk/money/money.ts';
import { seriesDates } from '../../domain/bookings/series.ts';
import { bookingWindow } from '../../domain/time/calendar.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import type { DeskDeps } from '../audit/deps.ts';
import { takenDays } from '../slots/takenSlots.ts';
import { inTheWayText } from './booking/slotTakenError.ts';

/** The dates of a sale that repeats, as the desk may sell them: the opening hours do not matter. */
export async function saleDates(
  { database, now }: DeskDeps,
  { every, count, ...place }: SaleDatesQuery,
): Promise<SaleDate[]> {
  const { last } = bookingWindow(now());
  const days = seriesDates(place.bdate, every, count);
  const range = parseBookingTimes(place) as SlotRange;
  const taken = await takenDays(database, { roomId: place.mid, days, range, now: now() });
  const dates: SaleDate[] = [];
  for (const date of days) {
    if (date > last) dates.push({ date, state: 'outside', who: '' });
    else if (!taken.has(date)) dates.push({ date, state: 'free', who: '' });
    else {
      const who = await inTheWayText(database, { ...place, bdate: date }, now());
      // Without one, the buffer of the room is in the way.
      dates.push({ date, state: 'taken', who: who || 'too close to another booking' });
    }
  }
  return dates;
}
