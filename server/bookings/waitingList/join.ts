import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JoinWaitingListRequest, WaitingListEntry } from '../../../contract/bookings/waitingList.ts';
import { hoursText, slotCount, slotsIn, type SlotRange } from '../../../domain/time/slots.ts';
import { MAX_WAITING_LIST_SLOTS, MAX_WAITING_LIST_ENTRIES } from '../../../domain/bookings/waitingList.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { lockUserRow } from '../../account/users.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { checkStillBookable } from '../../checkout/checkBookable.ts';
import { isConfirmed, ownOverlappingBookings } from '../../slots/ownOverlappingBookings.ts';
import { requestedRange, type RequestedRange } from '../../slots/requestedRange.ts';
import { takenSlots } from '../../slots/takenSlots.ts';
import { anyOf } from '../../platform/database/anyOf.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { ACTIVE_WAITING_LIST_STATES, entryById, entryToken, tokenHash } from './entries.ts';

export interface WaitingListDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  /** The tokens in emails are derived from it. */
  readonly linkSecret: string;
}

/** Throws 409 for times that the user has booked, and for times that are free now. */
async function checkTaken(tx: Tx, requested: RequestedRange): Promise<void> {
  const own = await ownOverlappingBookings(tx, requested, isConfirmed).select('id').executeTakeFirst();
  if (own) throw new ApiError('already-booked', 'You have already booked some of these times yourself');
  const { roomId, range } = requested;
  const found = await takenSlots(tx, { ...requested, roomIds: [roomId] });
  const taken = found.get(roomId)?.taken ?? [];
  if (!slotsIn(range).some((slot) => taken.includes(slot))) {
    throw new ApiError('still-free', 'These times are free: they can be booked now');
  }
}

/** Throws 409 when the user would wait for more times or slots than the limit. */
function checkLimit(active: readonly { start_slot: number; end_slot: number }[], range: SlotRange): void {
  const slots = active.reduce(
    (sum, { start_slot, end_slot }) => sum + end_slot - start_slot,
    slotCount(range),
  );
  if (active.length < MAX_WAITING_LIST_ENTRIES && slots <= MAX_WAITING_LIST_SLOTS) return;
  throw new ApiError(
    'too-many-waits',
    `You can wait for ${MAX_WAITING_LIST_ENTRIES} times, or ${hoursText(MAX_WAITING_LIST_SLOTS)} in total. Leave one in My bookings first.`,
  );
}

/**
 * Throws 409 for times that were offered to the user and not booked. Otherwise two accounts could hold the same times alternately
 * without end.
 */
async function checkNotMissed(tx: Tx, { userId, roomId, day, range }: RequestedRange): Promise<void> {
  const missed = await tx
    .selectFrom('waitlist_entry')
    .select('id')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start)
    .where('state', '=', 'missed')
    .where('misses', '>', 0)
    .executeTakeFirst();
  if (!missed) return;
  throw new ApiError(
    'too-many-waits',
    'These times were held for you before and not booked, so you cannot wait for them again.',
  );
}

/**
 * POST join waiting list: the user gets an email when these times are released. The lock on the user's row
 * enforces the limit for concurrent calls. A repeated call returns the same entry. Throws what `requestedRange` and
 * `checkBookable` throw, and 409 when the user cannot wait for these times.
 */
export async function joinWaitingList(
  { database, now, linkSecret }: WaitingListDeps,
  request: JoinWaitingListRequest,
  userId: string,
): Promise<WaitingListEntry> {
  const requested = requestedRange({ ...request, uid: userId }, userId, now());
  const { roomId, day, range } = requested;
  return inTransaction(database, async (tx) => {
    await lockUserRow(tx, userId);
    await checkStillBookable(tx, requested);
    const active = await tx
      .selectFrom('waitlist_entry')
      .select(['id', 'room_id', 'day', 'start_slot', 'end_slot'])
      .where('user_id', '=', userId)
      .where('state', '=', anyOf(ACTIVE_WAITING_LIST_STATES, 'text'))
      .execute();
    const existing = active.find(
      (entry) =>
        entry.room_id === roomId &&
        entry.day === day &&
        entry.start_slot === range.start &&
        entry.end_slot === range.end,
    );
    if (existing) return (await entryById(tx, existing.id, now())) as WaitingListEntry;
    checkLimit(active, range);
    await checkNotMissed(tx, requested);
    await checkTaken(tx, requested);

    const id = randomUUID();
    const at = new Date(now());
    await tx
      .insertInto('waitlist_entry')
      .values({
        id,
        user_id: userId,
        room_id: roomId,
        day,
        start_slot: range.start,
        end_slot: range.end,
        token_hash: tokenHash(entryToken(linkSecret, id)),
        // Two entries of the same millisecond keep their order.
        queued_at: sql<Date>`greatest(${at}::timestamptz, (
          select max(queued_at) + interval '1 microsecond' from waitlist_entry
          where room_id = ${roomId} and day = ${day}::date and queued_at >= ${at}::timestamptz))`,
        next_try_at: at,
        created_at: at,
      })
      .execute();
    return (await entryById(tx, id, now())) as WaitingListEntry;
  });
}
