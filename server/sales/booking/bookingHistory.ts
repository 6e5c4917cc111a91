import type { BookingEvent } from '../../../contract/desk/booking.ts';
import { isLonger } from '../../../domain/bookings/changedLength.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { auditOfBooking, namesOfChanges } from '../../desk/audit.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';

interface Place {
  readonly room_id: number;
  readonly day: string;
  readonly start_slot: number;
  readonly end_slot: number;
}

/** As the audit stores it. */
const placeOf = ({ room_id, day, start_slot, end_slot }: Place) => ({
  room_id,
  day,
  from: slotTime(start_slot),
  to: slotTime(end_slot),
});

const isExtension = (was: Place, became: Place): boolean =>
  was.room_id === became.room_id &&
  was.day === became.day &&
  isLonger({ start: was.start_slot, end: was.end_slot }, { start: became.start_slot, end: became.end_slot });

/** The fields of the place that a change by the customer has changed. */
function differing(was: ReturnType<typeof placeOf>, became: ReturnType<typeof placeOf>) {
  const changed = (Object.keys(was) as (keyof typeof was)[]).filter((field) => was[field] !== became[field]);
  const only = (place: typeof was) => Object.fromEntries(changed.map((field) => [field, place[field]]));
  return { was: only(was), became: only(became) };
}

type StoredEvent = Omit<BookingEvent, 'at' | 'names'> & { readonly at: Date };

const byCustomer = { by: null, was: null, became: null, reason: null } as const;

async function ownMoves(database: Database, bookingId: string): Promise<StoredEvent[]> {
  const moves = await database
    .selectFrom('booking_move')
    .select(['at', 'was_room_id', 'was_day', 'was_start_slot', 'was_end_slot'])
    .select(['room_id', 'day', 'start_slot', 'end_slot'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute();
  return moves.map(({ at, was_room_id, was_day, was_start_slot, was_end_slot, ...place }) => {
    const was = { room_id: was_room_id, day: was_day, start_slot: was_start_slot, end_slot: was_end_slot };
    const action = isExtension(was, place) ? 'extended' : 'moved';
    return { ...byCustomer, at, action, ...differing(placeOf(was), placeOf(place)) };
  });
}

/**
 * What happened to a booking, the latest first: the changes by the staff from the audit, and the customer's own booking, payment,
 * moves and cancellation. A move by the customer that an earlier version made is missing.
 */
export async function bookingHistory(database: Database, booking: StoredBooking): Promise<BookingEvent[]> {
  const audited = await auditOfBooking(database, booking.id);
  const isAudited = (...actions: readonly string[]) => audited.some(({ action }) => actions.includes(action));
  const { created_at, confirmed_at, cancelled_at } = booking;
  const events: StoredEvent[] = [];
  if (!isAudited('sold at the desk', 'booked for a member', 'held for a payment link'))
    events.push({ ...byCustomer, at: created_at, action: 'booked' });
  if (confirmed_at !== null && booking.paid_with === 'card' && !isAudited('sold at the desk'))
    events.push({ ...byCustomer, at: confirmed_at, action: 'paid' });
  events.push(...(await ownMoves(database, booking.id)));
  if (cancelled_at !== null && !isAudited('cancelled', 'cancelled by exception')) {
    const returned = amountField({ with: booking.paid_with, amount: booking.returned ?? 0 });
    events.push({
      ...byCustomer,
      at: cancelled_at,
      action: 'cancelled',
      became: { status: bookingCodes.cancelled, returned },
    });
  }
  const all = [...events, ...audited.map(({ staff_name: by, ...entry }) => ({ ...entry, by }))];
  const names = await namesOfChanges(
    database,
    all.map(({ was, became }) => ({ subject: 'booking', subject_id: booking.id, was, became })),
  );
  return all
    .map(({ at, by, action, was, became, reason }, index) => ({
      at: at.toISOString(),
      by,
      action,
      was: was as BookingEvent['was'],
      became: became as BookingEvent['became'],
      reason,
      names: names[index] ?? {},
    }))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .toReversed();
}
