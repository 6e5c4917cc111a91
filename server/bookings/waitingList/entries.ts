import { createHash } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { WaitingListEntry } from '../../../contract/bookings/waitingList.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { anyOf } from '../../platform/database/anyOf.ts';
import type { Database, Tx, WaitingListEntryTable } from '../../platform/database/schema.ts';
import { linkToken } from '../../outbox/linkToken.ts';
import { policiesOn } from '../../rooms/policies.ts';
import { tariffOn } from '../../rooms/prices.ts';
import { bufferOf } from '../../slots/bookingSlots.ts';
import { roomResponse, unpricedRoomColumns } from '../../rooms/rooms.ts';

export type StoredEntry = Selectable<WaitingListEntryTable>;

/** Still on the waiting list. */
export const ACTIVE_WAITING_LIST_STATES = ['waiting', 'offered', 'informed'] as const;

/** In the entry's emails. It permits reading and leaving this entry only. */
export const entryToken = (secret: string, entryId: string): string => linkToken(secret, 'waitlist', entryId);

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * SQL: whether all slots of the outer query's entry are free, with the buffer after them. An expired hold counts as taken until it is
 * released.
 */
export const isFree: RawBuilder<boolean> = sql<boolean>`not exists (
  select from booking_slot
  where booking_slot.room_id = waitlist_entry.room_id and booking_slot.day = waitlist_entry.day
    and slot >= waitlist_entry.start_slot
    and slot < waitlist_entry.end_slot + ${bufferOf(sql`waitlist_entry.room_id`)})`;

/** SQL: whether the entry's user has a booking with the condition that shares a slot with the entry. */
const hasOwnBooking = (condition: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from booking
  where booking.user_id = waitlist_entry.user_id and booking.room_id = waitlist_entry.room_id
    and booking.day = waitlist_entry.day and booking.start_slot < waitlist_entry.end_slot
    and booking.end_slot > waitlist_entry.start_slot and ${condition})`;

/** SQL: whether the entry's user has booked some of its times. */
export const isBooked = hasOwnBooking(sql`status = 'confirmed'`);

/** SQL: whether some of the entry's times are held for its user. */
export const isHeld = (now: EpochMs): RawBuilder<boolean> =>
  hasOwnBooking(sql`status = 'held' and hold_expires_at > ${new Date(now)}`);

const entriesWithRooms = (database: Database | Tx, now: EpochMs) =>
  database
    .selectFrom('waitlist_entry')
    .innerJoin('room', 'room.id', 'waitlist_entry.room_id')
    .select(unpricedRoomColumns.map((column) => `room.${column}` as const))
    .select([...tariffOn(dateAt(now)), policiesOn(dateAt(now)).as('cancellation')])
    .select([
      'waitlist_entry.id as entry_id',
      'state',
      'day',
      'start_slot',
      'end_slot',
      'offered_until',
      'waitlist_entry.user_id',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof entriesWithRooms>['execute']>>[number];

const entryOf = ({
  entry_id,
  state,
  day,
  start_slot,
  end_slot,
  offered_until,
  ...room
}: Row): WaitingListEntry => ({
  id: entry_id,
  state: state as WaitingListEntry['state'],
  booking_date: day,
  start_time: slotTime(start_slot),
  end_time: slotTime(end_slot - 1),
  offered_until: state === 'offered' ? (offered_until?.toISOString() ?? null) : null,
  meeting_room: roomResponse(room),
});

/** A user's active entries, the soonest first. */
export async function entriesOf(
  database: Database,
  userId: string,
  now: EpochMs,
): Promise<WaitingListEntry[]> {
  const rows = await entriesWithRooms(database, now)
    .where('waitlist_entry.user_id', '=', userId)
    .where('state', '=', anyOf(ACTIVE_WAITING_LIST_STATES, 'text'))
    .orderBy('day')
    .orderBy('start_slot')
    .orderBy('waitlist_entry.id')
    .execute();
  return rows.map(entryOf);
}

/** An active entry by its id; undefined when there is none. */
export async function entryById(
  database: Database | Tx,
  id: string,
  now: EpochMs,
): Promise<WaitingListEntry | undefined> {
  const row = await entriesWithRooms(database, now)
    .where('waitlist_entry.id', '=', id)
    .where('state', '=', anyOf(ACTIVE_WAITING_LIST_STATES, 'text'))
    .executeTakeFirst();
  return row && entryOf(row);
}

/** The active entry whose emails contain this token, and its user. */
export const entryOfToken = (
  database: Database,
  token: string,
): Promise<{ id: string; user_id: string } | undefined> =>
  database
    .selectFrom('waitlist_entry')
    .select(['id', 'user_id'])
    .where('token_hash', '=', tokenHash(token))
    .where('state', '=', anyOf(ACTIVE_WAITING_LIST_STATES, 'text'))
    .executeTakeFirst();
