import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JoinWaitlistRequest, WaitlistEntry } from '../../contract/waitlist.ts';
import { slotsIn } from '../../domain/slots.ts';
import { MAX_WAITS } from '../../domain/waitlist.ts';
import { ApiError } from '../apiError.ts';
import { checkBookable } from '../bookings/checkBookable.ts';
import { ownOverlapping } from '../bookings/ownOverlapping.ts';
import { requestedRange, type RequestedRange } from '../bookings/requestedRange.ts';
import { takenSlots } from '../bookings/takenSlots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { ACTIVE, entryById, entryToken, tokenHash } from './entries.ts';

export interface WaitlistDeps {
  readonly database: Database;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  /** What the tokens of letters are made with. */
  readonly linkSecret: string;
}

/** Refuses times that the user has booked, or that can be booked by now. */
async function checkTaken(tx: Tx, requested: RequestedRange): Promise<void> {
  const own = await ownOverlapping(tx, requested, ['confirmed']).select('id').executeTakeFirst();
  if (own) throw new ApiError('already-booked', 'You have booked some of these times yourself');
  const { roomId, range } = requested;
  const found = await takenSlots(tx, { ...requested, roomIds: [roomId] });
  const taken = found.get(roomId)?.taken ?? [];
  if (!slotsIn(range).some((slot) => taken.includes(slot))) {
    throw new ApiError('still-free', 'These times are free: they can be booked now');
  }
}

/**
 * POST join waiting list: the user gets a letter when these times are released (decision 0057). The user's row is locked,
 * so that the limit holds for any number of calls at once. A repeated call returns the same entry.
 */
export async function joinWaitlist(
  { database, now, linkSecret }: WaitlistDeps,
  request: JoinWaitlistRequest,
  userId: string,
): Promise<WaitlistEntry> {
  const requested = requestedRange({ ...request, uid: userId }, userId, now());
  await checkBookable(database, requested);
  const { roomId, day, range } = requested;
  return inTransaction(database, async (tx) => {
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const active = await tx
      .selectFrom('waitlist_entry')
      .select(['id', 'room_id', 'day', 'start_slot', 'end_slot'])
      .where('user_id', '=', userId)
      .where('state', 'in', ACTIVE)
      .execute();
    const same = active.find(
      (entry) =>
        entry.room_id === roomId &&
        entry.day === day &&
        entry.start_slot === range.start &&
        entry.end_slot === range.end,
    );
    if (same) return (await entryById(tx, same.id, now())) as WaitlistEntry;
    if (active.length >= MAX_WAITS) {
      throw new ApiError('too-many-waits', `One can wait for ${MAX_WAITS} times at most`);
    }
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
        // Two that join in the same millisecond keep their order.
        queued_at: sql<Date>`greatest(${at}::timestamptz, (
          select max(queued_at) + interval '1 microsecond' from waitlist_entry
          where room_id = ${roomId} and day = ${day}::date and queued_at >= ${at}::timestamptz))`,
        next_try_at: at,
        created_at: at,
      })
      .execute();
    return (await entryById(tx, id, now())) as WaitlistEntry;
  });
}
