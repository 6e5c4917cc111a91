import { sql, type RawBuilder } from 'kysely';
import { slotCount, SLOTS_PER_DAY, type SlotRange } from '../../domain/time/slots.ts';
import { type BookingCode, bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Tx } from '../platform/database/schema.ts';
import { expiryCutoff } from './holdExpiry.ts';
import { AVAILABILITY_CHANNEL, payloadOf, publishInTransaction } from './availabilityEvents.ts';
import type { BookedRange } from './storedBooking.ts';

/*
 * Only this file writes booking_slot. A booking claims its own slots and, after them, the buffer of its room: the primary key then
 * keeps other bookings away from the buffer as well. All transactions lock rows in one order, which prevents deadlocks: the
 * user's row, then booking rows, then slots in ascending order.
 */

/** SQL: the slots that stay free after each booking of a room. */
export const bufferOf = (roomId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select room.buffer_slots from room where room.id = ${roomId})`;

/** SQL: whether nothing has any of the slots, not even an expired hold. */
export const hasNoClaims = ({ roomId, day, range }: RoomSlotRange): RawBuilder<boolean> =>
  slotsAreUnclaimed({
    roomId: sql`${roomId}`,
    day: sql`${day}`,
    start: sql`${range.start}`,
    end: sql`${range.end}::integer`,
  });

/** SQL: `hasNoClaims` for values in SQL, such as the columns of a relation. */
export const slotsAreUnclaimed = ({
  roomId,
  day,
  start,
  end,
}: Record<
  'roomId' | 'day' | 'start' | 'end',
  RawBuilder<unknown>
>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from booking_slot
  where booking_slot.room_id = ${roomId} and booking_slot.day = ${day} and slot >= ${start}
    and slot < ${end} + ${bufferOf(roomId)}
)`;

/** SQL: whether others have some of the slots, and the user none of them. */
export const isTakenByOthers = ({
  userId,
  roomId,
  day,
  range,
  now,
}: RoomSlotRange & {
  readonly userId: string;
  readonly now: EpochMs;
}): RawBuilder<boolean> =>
  slotsAreOthers({
    userId: sql`${userId}`,
    roomId: sql`${roomId}`,
    day: sql`${day}`,
    start: sql`${range.start}`,
    end: sql`${range.end}::integer`,
    cutoff: sql`${expiryCutoff(now)}`,
  });

/** SQL: `isTakenByOthers` for values in SQL. `cutoff`: `expiryCutoff`. */
export const slotsAreOthers = ({
  userId,
  roomId,
  day,
  start,
  end,
  cutoff,
}: Record<
  'userId' | 'roomId' | 'day' | 'start' | 'end' | 'cutoff',
  RawBuilder<unknown>
>): RawBuilder<boolean> => sql<boolean>`(exists (
  select from booking_slot
  where booking_slot.room_id = ${roomId} and booking_slot.day = ${day} and slot >= ${start}
    and slot < ${end} + ${bufferOf(roomId)} and (hold_expires_at is null or hold_expires_at > ${cutoff})
) and not exists (
  select from booking_slot join booking on booking.id = booking_slot.booking_id
  where booking_slot.room_id = ${roomId} and booking_slot.day = ${day}
    and slot >= ${start} and slot < ${end} + ${bufferOf(roomId)} and booking.user_id = ${userId}
))`;

/**
 * SQL: a statement that claims the slots of the bookings in a relation with the columns of `booking`. It takes no slot over: their
 * primary key rejects the whole statement when another transaction has inserted a slot since (`isTakenMeanwhile`).
 */
export const claimSlotsOf = (bookings: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into booking_slot (room_id, day, slot, booking_id, hold_expires_at)
  select room_id, day, slot, id, hold_expires_at
  from ${bookings} as booked,
    generate_series(start_slot, least(end_slot + ${bufferOf(sql`booked.room_id`)}, ${SLOTS_PER_DAY}::integer) - 1) as slot
  order by room_id, day, slot`;

/** The primary key of booking_slot or of one of its partitions (docs/scale.md). */
const SLOT_KEY = /^booking_slot(?:_\w+)?_pkey$/;

/** True when another transaction inserted one of the slots after the statement's snapshot. */
export const isTakenMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && SLOT_KEY.test(String(error.constraint));

/** `holdUntil`: when the hold expires; null for a confirmed booking. */
export interface SlotsToClaim {
  readonly bookingId: string;
  readonly roomId: number;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
  /** Slots of the range that are not claimed, because the booking that moves has them. */
  readonly except?: SlotRange | undefined;
  readonly holdUntil: Date | null;
  readonly now: EpochMs;
}

/**
 * Claims slots for an existing booking: free slots, slots of this booking, and slots of expired holds. An expired hold that
 * loses slots ends, and its other slots are released. False when any slot belongs to another booking; the caller must then
 * roll the transaction back, because some slots may already be claimed.
 */
export async function claimSlots(tx: Tx, slots: SlotsToClaim): Promise<boolean> {
  const { bookingId, roomId, day, except = { start: 0, end: 0 }, holdUntil } = slots;
  const { range } = await withBuffer(tx, slots);
  const cutoff = expiryCutoff(slots.now);
  const expired = await lockExpiredHolds(tx, { ...slots, range }, [bookingId]);

  const claimed = await sql`
    with claimed as (
    insert into booking_slot as held (room_id, day, slot, booking_id, hold_expires_at)
    select ${roomId}::integer, ${day}::date, slot, ${bookingId}::uuid, ${holdUntil}::timestamptz
    from generate_series(${range.start}::integer, ${range.end - 1}::integer) as slot
    where slot < ${except.start}::integer or slot >= ${except.end}::integer
    order by slot
    on conflict (room_id, day, slot) do update
      set booking_id = excluded.booking_id, hold_expires_at = excluded.hold_expires_at
      where held.hold_expires_at <= ${cutoff} or held.booking_id = excluded.booking_id
    returning slot)
    select slot, pg_notify(${AVAILABILITY_CHANNEL}, ${payloadOf({ roomId, day })}) from claimed`.execute(tx);
  if (claimed.rows.length < slotCount(range) - sharedSlots(range, except)) return false;
  for (const id of expired) await endHold(tx, id, 'expired');
  return true;
}

/** The slots that a booking of the range claims: its own, and the buffer of its room, which ends with the day. */
async function withBuffer<Claim extends RoomSlotRange>(tx: Tx, claim: Claim): Promise<Claim> {
  const { roomId, range } = claim;
  const found = await tx
    .selectFrom('room')
    .select('buffer_slots')
    .where('id', '=', roomId)
    .executeTakeFirst();
  return {
    ...claim,
    range: { ...range, end: Math.min(range.end + (found?.buffer_slots ?? 0), SLOTS_PER_DAY) },
  };
}

/** From the first to the last slot that a booking or a hold has, with its buffer; null when it has none. */
export async function claimedRange(tx: Tx, bookingId: string): Promise<SlotRange | null> {
  const { rows } = await sql<{ start: number | null; end: number | null }>`
    select min(slot)::integer as start, max(slot)::integer + 1 as end
    from booking_slot where booking_id = ${bookingId}::uuid`.execute(tx);
  const { start = null, end = null } = rows[0] ?? {};
  return start === null || end === null ? null : { start, end };
}

/**
 * Claims the slots of several bookings in one ascending pass, as `claimSlots` does for one booking. False when any slot
 * belongs to another booking; the caller must then roll the transaction back. The ranges of `ownSlots` do not overlap;
 * false when one of them is in the buffer of another.
 */
export async function claimAllSlots(
  tx: Tx,
  ownSlots: readonly Omit<SlotsToClaim, 'except' | 'holdUntil' | 'now'>[],
  { holdUntil, now }: Pick<SlotsToClaim, 'holdUntil' | 'now'>,
): Promise<boolean> {
  const bookings = await Promise.all(ownSlots.map((claim) => withBuffer(tx, claim)));
  if (bookings.some((one, nth) => bookings.slice(0, nth).some((other) => haveCommonSlot(one, other))))
    return false;
  const requested = sql`
    select requested.room_id, requested.day, slot, requested.booking_id
    from unnest(
      ${bookings.map(({ bookingId }) => bookingId)}::uuid[], ${bookings.map(({ roomId }) => roomId)}::integer[],
      ${bookings.map(({ day }) => day)}::date[], ${bookings.map(({ range }) => range.start)}::integer[],
      ${bookings.map(({ range }) => range.end)}::integer[]
    ) as requested (booking_id, room_id, day, starts, ends), generate_series(starts, ends - 1) as slot`;
  const cutoff = expiryCutoff(now);
  const { rows: expired } = await sql<{ id: string }>`
    select id from booking
    where id in (
      select held.booking_id from booking_slot held join (${requested}) requested using (room_id, day, slot)
      where held.hold_expires_at <= ${cutoff}
    ) and id <> all (${bookings.map(({ bookingId }) => bookingId)}::uuid[])
    order by id for update`.execute(tx);
  const { rows: claimed } = await sql<{ roomId: number; day: string }>`
    insert into booking_slot as held (room_id, day, slot, booking_id, hold_expires_at)
    select room_id, day, slot, booking_id, ${holdUntil}::timestamptz from (${requested}) requested
    order by room_id, day, slot
    on conflict (room_id, day, slot) do update
      set booking_id = excluded.booking_id, hold_expires_at = excluded.hold_expires_at
      where held.hold_expires_at <= ${cutoff} or held.booking_id = excluded.booking_id
    returning room_id as "roomId", day`.execute(tx);
  if (claimed.length < bookings.reduce((sum, { range }) => sum + slotCount(range), 0)) return false;
  for (const { id } of expired) await endHold(tx, id, 'expired');
  await publishInTransaction(tx, claimed);
  return true;
}

const haveCommonSlot = (one: RoomSlotRange, other: RoomSlotRange): boolean =>
  one.roomId === other.roomId && one.day === other.day && sharedSlots(one.range, other.range) > 0;

const sharedSlots = (one: SlotRange, other: SlotRange): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

/** Locks the expired holds of some slots, except `exceptBookings`, and returns their ids. */
async function lockExpiredHolds(
  tx: Tx,
  { roomId, day, range, now }: Pick<SlotsToClaim, 'roomId' | 'day' | 'range' | 'now'>,
  exceptBookings: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking
    where id in (
      select booking_id from booking_slot
      where room_id = ${roomId} and day = ${day} and slot >= ${range.start} and slot < ${range.end}
        and hold_expires_at <= ${expiryCutoff(now)} and booking_id <> all (${exceptBookings}::uuid[])
    )
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface RoomSlotRange {
  readonly roomId: number;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
}

/** Old and new slots of a confirmed booking. */
export interface SlotMove {
  readonly bookingId: string;
  /** The `booking` row that holds the new slots; null when there is none. */
  readonly holdId: string | null;
  readonly from: RoomSlotRange;
  readonly to: RoomSlotRange;
  /** The move of a customer is recorded here, that of the staff in the audit. */
  readonly by: 'customer' | 'staff';
  readonly now: EpochMs;
}

/**
 * The slots that a move claims: the new ones with the buffer. If the buffer became longer meanwhile, a booking that is only shortened
 * claims no slot that it does not have, nor does a move whose new slots are held.
 */
async function targetOf(
  tx: Tx,
  { holdId, from, to }: Pick<SlotMove, 'holdId' | 'from' | 'to'>,
  claimed: RoomSlotRange,
): Promise<RoomSlotRange> {
  const target = await withBuffer(tx, to);
  const isSameDay = to.roomId === from.roomId && to.day === from.day;
  const isShortened = isSameDay && to.range.start >= from.range.start && to.range.end <= from.range.end;
  // An extension that is paid at the desk has no hold.
  const held = holdId === null ? null : await claimedRange(tx, holdId);
  if (held === null && !isShortened) return target;
  const heldEnd = Math.max(to.range.end, held?.end ?? 0);
  const isNext = isSameDay && claimed.range.start <= heldEnd;
  const ownEnd = Math.max(heldEnd, isNext ? claimed.range.end : 0);
  return { ...target, range: { ...target.range, end: Math.min(target.range.end, ownEnd) } };
}

/**
 * Moves a confirmed booking to other slots, which may overlap its current slots. Old and new slots are locked in one
 * ascending pass, like all slots that are claimed. False when any slot belongs to another booking; the caller must then
 * roll the transaction back.
 */
export async function moveSlots(
  tx: Tx,
  { bookingId, holdId, from, to, by, now }: SlotMove,
): Promise<boolean> {
  const ownIds = holdId === null ? [bookingId] : [bookingId, holdId];
  const claimed = { ...from, range: (await claimedRange(tx, bookingId)) ?? from.range };
  const target = await targetOf(tx, { holdId, from, to }, claimed);
  const expired = await lockExpiredHolds(tx, { ...target, now }, ownIds);
  const rowsOfRange = ({ roomId, day, range }: RoomSlotRange) => sql`
    select ${roomId}::integer as room_id, ${day}::date as day, slot
    from generate_series(${range.start}::integer, ${range.end - 1}::integer) as slot`;
  const { rows } = await sql<{ requested: number; claimed: number }>`
    with requested as (${rowsOfRange(claimed)} union ${rowsOfRange(target)}),
    claimed as (
      insert into booking_slot as held (room_id, day, slot, booking_id, hold_expires_at)
      select room_id, day, slot, ${bookingId}::uuid, null from requested
      order by room_id, day, slot
      on conflict (room_id, day, slot) do update
        set booking_id = excluded.booking_id, hold_expires_at = null
        where held.hold_expires_at <= ${expiryCutoff(now)} or held.booking_id = any (${ownIds}::uuid[])
      returning slot
    )
    select (select count(*)::integer from requested) as requested, (select count(*)::integer from claimed) as claimed`.execute(
    tx,
  );
  if (rows[0]?.requested !== rows[0]?.claimed) return false;
  await sql`
    delete from booking_slot where booking_id = any (${ownIds}::uuid[])
      and not (room_id = ${to.roomId} and day = ${to.day}
        and slot >= ${target.range.start} and slot < ${target.range.end})`.execute(tx);
  for (const id of expired) await endHold(tx, id, 'expired');
  if (by === 'customer') await recordMove(tx, bookingId, from, to, now);
  await sql`
    select pg_notify(${AVAILABILITY_CHANNEL}, payload)
    from unnest(${[...new Set([payloadOf(from), payloadOf(to)])]}::text[]) as payload`.execute(tx);
  return true;
}

/** For the history of the booking. */
const recordMove = (
  tx: Tx,
  bookingId: string,
  from: RoomSlotRange,
  to: RoomSlotRange,
  now: EpochMs,
): Promise<unknown> =>
  tx
    .insertInto('booking_move')
    .values({
      booking_id: bookingId,
      at: new Date(now),
      was_room_id: from.roomId,
      was_day: from.day,
      was_start_slot: from.range.start,
      was_end_slot: from.range.end,
      room_id: to.roomId,
      day: to.day,
      start_slot: to.range.start,
      end_slot: to.range.end,
    })
    .execute();

/** The slots of these rows are held until they are paid: 'held' for a booking, 'moving' for a move. */
export const HELD: readonly BookingCode[] = ['held', 'moving'];

/**
 * SQL: whether the `booking` row of the outer query is held until it is paid. The statuses are literals, because a generic plan
 * uses the partial indexes of unpaid bookings only with these.
 */
export const isHeld = sql<boolean>`booking.status in ('held', 'moving')`;

/**
 * Ends an unpaid hold and releases its slots. The caller has locked the booking's row. A held booking gets the state
 * `endedAs`, a move gets 'not_moved', and a row with any other status keeps it.
 */
export async function endHold(tx: Tx, bookingId: string, endedAs: 'expired' | 'released'): Promise<void> {
  await releaseSlots(tx, bookingId);
  await sql`
    update booking set status = case status when 'held' then ${bookingCodes[endedAs]} else 'not_moved' end
    where id = ${bookingId}::uuid and status in ('held', 'moving')`.execute(tx);
}

/**
 * Confirms the slots of a held booking. False, with nothing changed, when the hold expired and another booking has some of
 * the slots. An expired hold that still has all of its slots is confirmed.
 */
export async function confirmSlots(tx: Tx, booking: BookedRange): Promise<boolean> {
  const ownSlots = await tx
    .selectFrom('booking_slot')
    .select('slot')
    .where('room_id', '=', booking.room_id)
    .where('day', '=', booking.day)
    .where('slot', '>=', booking.start_slot)
    .where('slot', '<', booking.end_slot)
    .where('booking_id', '=', booking.id)
    .orderBy('slot')
    .forUpdate()
    .execute();
  if (ownSlots.length < booking.end_slot - booking.start_slot) return false;

  await tx
    .updateTable('booking_slot')
    .set({ hold_expires_at: null })
    .where('booking_id', '=', booking.id)
    .execute();
  return true;
}

/** Extends the hold of a booking's slots to `until`. The caller has locked the booking's row and sets the same time there. */
export async function extendSlots(tx: Tx, bookingId: string, until: Date): Promise<void> {
  await tx
    .updateTable('booking_slot')
    .set({ hold_expires_at: until })
    .where('booking_id', '=', bookingId)
    .execute();
}

export async function releaseSlots(tx: Tx, bookingId: string): Promise<void> {
  // The slots are locked in the order in which slots are claimed, which is not the table's order.
  const { rows } = await sql<{ roomId: number; day: string }>`
    with locked as (
      select room_id, day, slot from booking_slot where booking_id = ${bookingId}::uuid
      order by room_id, day, slot for update
    )
    delete from booking_slot using locked
    where booking_slot.room_id = locked.room_id and booking_slot.day = locked.day
      and booking_slot.slot = locked.slot
    returning booking_slot.room_id as "roomId", booking_slot.day`.execute(tx);
  const [freed] = rows;
  if (freed) await sql`select pg_notify(${AVAILABILITY_CHANNEL}, ${payloadOf(freed)})`.execute(tx);
}

/** The range on each of the days in each of the rooms. */
export interface BlockOutSlots {
  readonly blockOutId: string;
  readonly roomIds: readonly number[];
  /** IST dates. */
  readonly days: readonly string[];
  readonly range: SlotRange;
  readonly now: EpochMs;
}

/**
 * Blocks every slot that is free or belongs to an expired hold, which then ends. Slots of bookings, live holds and other
 * block-outs stay unchanged. Returns the number of blocked slots.
 */
export async function blockSlots(tx: Tx, blockOut: BlockOutSlots): Promise<number> {
  const { blockOutId, roomIds, days, range, now } = blockOut;
  const cutoff = expiryCutoff(now);
  const { rows: expired } = await sql<{ id: string }>`
    select id from booking
    where id in (
      select booking_id from booking_slot
      where room_id = any (${roomIds}::integer[]) and day = any (${days}::date[])
        and slot >= ${range.start} and slot < ${range.end} and hold_expires_at <= ${cutoff}
    )
    order by id for update`.execute(tx);
  const { rows: blocked } = await sql<{ roomId: number; day: string }>`
    insert into booking_slot as held (room_id, day, slot, block_out_id)
    select room_id, day, slot, ${blockOutId}::uuid
    from unnest(${roomIds}::integer[]) as room_id, unnest(${days}::date[]) as day,
      generate_series(${range.start}::integer, ${range.end - 1}::integer) as slot
    order by room_id, day, slot
    on conflict (room_id, day, slot) do update
      set booking_id = null, hold_expires_at = null, block_out_id = excluded.block_out_id
      where held.hold_expires_at <= ${cutoff}
    returning room_id as "roomId", day`.execute(tx);
  for (const { id } of expired) await endHold(tx, id, 'expired');
  await publishInTransaction(tx, blocked);
  return blocked.length;
}

/** Part of the slots of a block-out: those of the days from `from` to `to` (IST dates), without some that stay. */
interface ReleasedBlock {
  readonly from?: string;
  readonly to?: string;
  readonly except?: Pick<BlockOutSlots, 'roomIds' | 'days' | 'range'>;
}

/** Releases every slot of a block-out, or a part of them. The caller has locked the block-out's row. */
export async function releaseBlockOut(
  tx: Tx,
  blockOutId: string,
  { from, to, except }: ReleasedBlock = {},
): Promise<void> {
  const kept = except
    ? sql`and not (room_id = any (${except.roomIds}::integer[]) and day = any (${except.days}::date[])
        and slot >= ${except.range.start} and slot < ${except.range.end})`
    : sql``;
  const { rows: freed } = await sql<{ roomId: number; day: string }>`
    delete from booking_slot where block_out_id = ${blockOutId}::uuid
      and day >= coalesce(${from ?? null}::date, '-infinity') and day <= coalesce(${to ?? null}::date, 'infinity') ${kept}
    returning room_id as "roomId", day`.execute(tx);
  await publishInTransaction(tx, freed);
}
