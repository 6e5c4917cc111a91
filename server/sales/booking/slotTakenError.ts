import { fullDate } from '../../../domain/time/calendar.ts';
import { clockTime, parseSlotTime, slotTime } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { takenSlots } from '../../slots/takenSlots.ts';
import type { Database } from '../../platform/database/schema.ts';
import { dayPlan } from '../../desk/dayPlan.ts';
import type { DeskDeps } from '../../audit/deps.ts';

interface Place {
  readonly mid: number;
  readonly bdate: string;
  readonly stime: string;
  readonly ctime: string;
  /** The booking that gets these times: it is not in its own way. */
  readonly booking_id?: string;
}

/** What is in the way: 'Meera Raman has 10:00 AM to 11:00 AM'; '' when nothing is. */
export async function inTheWayText(
  database: Database,
  { mid, bdate, stime, ctime, booking_id: ownId }: Place,
  now: EpochMs,
): Promise<string> {
  const { entries } = await dayPlan(database, bdate, now);
  const inTheWay = entries
    .filter((entry) => entry.room_id === mid && entry.start_time < ctime && stime < entry.end_time)
    .filter(({ id }) => id !== ownId)
    .map(({ who, start_time, end_time, kind }) => {
      const times = [start_time, end_time].map((time) => clockTime(parseSlotTime(time) ?? 0)).join(' to ');
      return kind === 'block-out' ? `${times} is blocked (${who})` : `${who} has ${times}`;
    });
  return inTheWay.join('; ');
}

/** The dates on which something is in the way, with what it is. */
async function takenText(database: Database, dates: readonly Place[], now: EpochMs): Promise<string> {
  const texts: string[] = [];
  for (const date of dates) {
    const inTheWay = await inTheWayText(database, date, now);
    if (inTheWay !== '') texts.push(dates.length === 1 ? inTheWay : `${fullDate(date.bdate)}, ${inTheWay}`);
  }
  // Nothing has the times themselves.
  if (texts.length === 0) return 'These times are too close to another booking';
  return `These times are not free: ${texts.join('; ')}`;
}

/** Runs a change that claims slots. Throws 409 'slot-taken' with the currently taken times when the slots are not free. */
export async function withSlotTakenError<T>(
  { database, now }: DeskDeps,
  place: Place & { readonly later_dates?: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    const query = { roomIds: [place.mid], day: place.bdate, userId: null, now: now() };
    const taken = (await takenSlots(database, query)).get(place.mid)?.taken ?? [];
    const dates = [place.bdate, ...(place.later_dates ?? [])].map((bdate) => ({ ...place, bdate }));
    throw new ApiError('slot-taken', await takenText(database, dates, now()), { taken: taken.map(slotTime) });
  }
}
