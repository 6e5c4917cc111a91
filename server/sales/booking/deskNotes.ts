import type { Arrival } from '../../../contract/desk/dayPlan.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { publishInTransaction } from '../../slots/availabilityEvents.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { notesOfBooking } from './bookingNotes.ts';
import { lockCustomerBooking } from './deskBooking.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';

/** How long before the start an arrival can be recorded, in milliseconds, because people may arrive early. */
const ARRIVAL_LEAD_MS = 12 * 3_600_000;

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

/** Stores the desk's records about a booking, whose row is locked, and notifies the day plans that are open elsewhere. */
async function storeNotes(tx: Tx, booking: StoredBooking, notes: DeskNotes): Promise<void> {
  await tx
    .insertInto('desk_booking')
    .values({ booking_id: booking.id, ...notes })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(notes))
    .execute();
  await publishInTransaction(tx, [{ roomId: booking.room_id, day: booking.day }]);
}

/**
 * Records an arrival or a no-show, or with null removes the record. Throws 409 'not-booked' for a booking that is not
 * confirmed, and 409 'not-begun' for a no-show before the start and for an arrival more than 12 hours before it.
 */
export async function recordArrival(
  tx: Tx,
  bookingId: string,
  arrival: Arrival | null,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const booking = await lockCustomerBooking(tx, bookingId);
  if (booking.status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  const startsAt = instantOf(booking.day, booking.start_slot);
  if (arrival !== null && now < (arrival === 'no-show' ? startsAt : startsAt - ARRIVAL_LEAD_MS)) {
    throw new ApiError(
      'not-begun',
      'It is too early: an arrival can be recorded from 12 hours before the start, a no-show from the start',
    );
  }
  const before = await notesOf(tx, bookingId);
  if (before.arrival === arrival) return { result: null, changes: [] };
  await storeNotes(tx, booking, { ...before, arrival });
  const change = {
    action: 'arrival noted',
    subject: 'booking',
    subjectId: bookingId,
    was: { arrival: before.arrival },
    became: { arrival },
  } as const;
  return { result: null, changes: [change] };
}

/**
 * Adds a note to a booking in any state; the list of its notes only grows. The audit records that it was written,
 * but not its text. The author's latest note is not repeated, because a request may arrive twice.
 */
export async function addNote(
  tx: Tx,
  { booking_id: bookingId, note }: { readonly booking_id: string; readonly note: string },
  staff: Staff,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const booking = await lockCustomerBooking(tx, bookingId);
  const [latest] = await notesOfBooking(tx, bookingId);
  if (latest?.text === note && latest.staff_id === staff.id) return { result: null, changes: [] };
  await tx
    .insertInto('booking_note')
    .values({
      booking_id: bookingId,
      at: new Date(now),
      staff_id: staff.id,
      staff_name: staff.name,
      text: note,
    })
    .execute();
  // The column is for servers of the previous version, which read one note.
  await storeNotes(tx, booking, { ...(await notesOf(tx, bookingId)), note });
  const change = {
    action: 'note written',
    subject: 'booking',
    subjectId: bookingId,
    was: null,
    became: { characters: note.length },
  } as const;
  return { result: null, changes: [change] };
}
