import type { Arrival } from '../../contract/dayPlan.ts';
import { instantOf } from '../../domain/calendar.ts';
import { ApiError } from '../apiError.ts';
import { publishInTransaction } from '../bookings/availabilityEvents.ts';
import type { Tx } from '../database/schema.ts';
import { lockBooking } from './deskBooking.ts';
import type { Changed } from './staffChange.ts';
import type { StoredBooking } from '../bookings/storedBooking.ts';

/** People come early: from this long before the start on it can be said that they are here, in milliseconds. */
const EARLY_MS = 12 * 3_600_000;

interface DeskNotes {
  readonly arrival: Arrival | null;
  readonly note: string | null;
}

async function notesOf(tx: Tx, bookingId: string): Promise<DeskNotes> {
  const found = await tx
    .selectFrom('desk_booking')
    .select(['arrival', 'note'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  return found ?? { arrival: null, note: null };
}

/** Writes what the desk notes about a booking, whose row is locked; other desks see it at once. */
async function store(tx: Tx, booking: StoredBooking, notes: DeskNotes): Promise<void> {
  await tx
    .insertInto('desk_booking')
    .values({ booking_id: booking.id, ...notes })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(notes))
    .execute();
  await publishInTransaction(tx, [{ roomId: booking.room_id, day: booking.day }]);
}

/**
 * Notes whether the people of a booking came, or with null takes it back. Refuses (409) a booking that is not booked, a
 * no-show before the start ('not-begun'), and an arrival long before it. `now`: milliseconds since 1970.
 */
export async function noteArrival(
  tx: Tx,
  bookingId: string,
  arrival: Arrival | null,
  now: number,
): Promise<Changed<null>> {
  const booking = await lockBooking(tx, bookingId);
  if (booking.status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  const startsAt = instantOf(booking.day, booking.start_slot);
  if (arrival !== null && now < (arrival === 'no-show' ? startsAt : startsAt - EARLY_MS)) {
    throw new ApiError(
      'not-begun',
      'Too early: that they came can be noted from 12 hours before the start on, a no-show from the start on',
    );
  }
  const before = await notesOf(tx, bookingId);
  if (before.arrival === arrival) return { result: null, changes: [] };
  await store(tx, booking, { ...before, arrival });
  const change = {
    action: 'arrival noted',
    subject: 'booking',
    subjectId: bookingId,
    was: { arrival: before.arrival },
    became: { arrival },
  } as const;
  return { result: null, changes: [change] };
}

/** Notes a text about a booking; without one it is removed. The audit says that it changed, not what it says. */
export async function noteText(tx: Tx, bookingId: string, note: string | undefined): Promise<Changed<null>> {
  const booking = await lockBooking(tx, bookingId);
  const before = await notesOf(tx, bookingId);
  const text = note ?? null;
  if (before.note === text) return { result: null, changes: [] };
  await store(tx, booking, { ...before, note: text });
  const change = {
    action: 'note written',
    subject: 'booking',
    subjectId: bookingId,
    was: { characters: before.note?.length ?? 0 },
    became: { characters: text?.length ?? 0 },
  } as const;
  return { result: null, changes: [change] };
}
