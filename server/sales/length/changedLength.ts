import { sql } from 'kysely';
import { isLonger, isShorter } from '../../../domain/bookings/changedLength.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Staff } from '../../audit/staffChange.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { slotRangeOf } from '../../payments/applyMove.ts';
import type { RoomSlotRange } from '../../slots/bookingSlots.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { lockCustomerBooking } from '../booking/deskBooking.ts';

/** Other times of a booking in its room and on its day. */
export interface ChangedLength {
  readonly booking: StoredBooking;
  readonly from: RoomSlotRange;
  readonly to: RoomSlotRange;
}

interface Request {
  readonly booking_id: string;
  readonly sequence: number;
  readonly range: SlotRange;
}

/** Whether the audit has a change of the length by the same person, with the same payment or refund in `became`. */
export async function isChangedBy(
  tx: Tx,
  { booking_id: id, range }: Request,
  staff: Staff,
  became: Readonly<Record<string, string | null>>,
): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'booking')
    .where('subject_id', '=', id)
    .where('staff_id', '=', staff.id)
    .where(sql<boolean>`became::jsonb @> ${JSON.stringify(became)}::jsonb`)
    .where(sql<boolean>`coalesce(became ->> 'from', ${slotTime(range.start)}) = ${slotTime(range.start)}`)
    .where(sql<boolean>`coalesce(became ->> 'to', ${slotTime(range.end)}) = ${slotTime(range.end)}`)
    .executeTakeFirst();
  return entry !== undefined;
}

/**
 * Locks a booking whose length changes. Null when the same request has already changed it, as `isRepeated` says: its response may have
 * been lost. Throws 404 for an unknown booking, 409 for one that is not confirmed or has changed since it was shown, and 400 for times
 * that are not longer or not shorter, or of a past day.
 */
export async function lockChangedLength(
  tx: Tx,
  { booking_id: id, sequence, range }: Request,
  kind: 'longer' | 'shorter',
  now: EpochMs,
  isRepeated: (booking: StoredBooking) => Promise<boolean>,
): Promise<ChangedLength | null> {
  const booking = await lockCustomerBooking(tx, id);
  if (booking.status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  const from = slotRangeOf(booking);
  const isSame = from.range.start === range.start && from.range.end === range.end;
  if (booking.sequence === sequence + 1 && isSame && (await isRepeated(booking))) return null;
  if (booking.sequence !== sequence)
    throw new ApiError('changed-meanwhile', 'This booking has changed since it was shown');
  if (kind === 'longer' && !isLonger(from.range, range))
    throw fieldError('end_time', 'must make the booking longer: other times are a move');
  if (kind === 'shorter' && !isShorter(from.range, range))
    throw fieldError('end_time', 'must make the booking shorter: other times are a move');
  if (booking.day < dateAt(now)) throw fieldError('end_time', 'must not be on a past day');
  return { booking, from, to: { ...from, range } };
}

/** The ends that change, as the audit stores them. */
export function auditOfLength({ from, to }: ChangedLength) {
  const changed = ({ range }: RoomSlotRange) => ({
    ...(from.range.start !== to.range.start && { from: slotTime(range.start) }),
    ...(from.range.end !== to.range.end && { to: slotTime(range.end) }),
  });
  return { was: changed(from), became: changed(to) };
}
