import { sql, type RawBuilder, type Selectable } from 'kysely';
import { weekdayOf } from '../../domain/time/calendar.ts';
import { isOpenFor } from '../../domain/time/openingHours.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { Database, RoomTable, Tx } from '../platform/database/schema.ts';
import { openRangeOn, type StoredHours } from './openHours.ts';

/*
 * The rules about who books and where, once for every operation (decision 0113): whether the account is open and not blocked, and
 * whether the room is on the site and open. An operation reads them under the locks of its transaction, because they may change
 * during a slow call to the payment provider. test/payments/bookings/rulesByDoor.test.ts lists the operations.
 */

export type BrokenRule = 'account-closed' | 'account-blocked' | 'room-archived' | 'hours-closed';

/** A room, day and slot range of a user. */
export interface UserRange {
  readonly userId: string;
  readonly roomId: number;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
}

interface Facts extends StoredHours, Pick<Selectable<RoomTable>, 'archived_at'> {
  readonly is_blocked: boolean;
  readonly closed_at: Date | null;
}

/** The rule that the account breaks, regardless of the range. */
export function accountRuleOf({
  closed_at,
  is_blocked,
}: Pick<Facts, 'closed_at' | 'is_blocked'>): 'account-closed' | 'account-blocked' | null {
  if (closed_at !== null) return 'account-closed';
  return is_blocked ? 'account-blocked' : null;
}

/** Null when the range may be booked. */
export function brokenRuleOf(
  facts: Facts,
  { day, range }: Pick<UserRange, 'day' | 'range'>,
): BrokenRule | null {
  const accountRule = accountRuleOf(facts);
  if (accountRule !== null) return accountRule;
  if (facts.archived_at !== null) return 'room-archived';
  return isOpenFor(openRangeOn(facts, weekdayOf(day)), range) ? null : 'hours-closed';
}

/**
 * Waits for a change of the room that is under way. Later changes wait for this transaction, because they lock the room's row
 * for an update.
 */
export const lockRoomAsItIs = (tx: Tx, roomId: number): Promise<unknown> =>
  tx.selectFrom('room').select('id').where('id', '=', roomId).forKeyShare().execute();

/**
 * The rule that a booking of the range would break now; null when it is allowed. An unknown room counts as archived. The caller
 * has locked the user's row.
 */
export async function brokenRule(tx: Tx, range: UserRange): Promise<BrokenRule | null> {
  await lockRoomAsItIs(tx, range.roomId);
  return readBrokenRule(tx, range);
}

/** SQL: whether the booking of the alias `dated` breaks no rule. It is `brokenRuleOf` for statements. */
export const breaksNoRule: RawBuilder<boolean> = sql<boolean>`
  exists (select from app_user where app_user.id = dated.user_id and not is_blocked and closed_at is null)
  and exists (select from room where room.id = dated.room_id and archived_at is null
    and opens[extract(isodow from dated.day)::integer] <= dated.start_slot
    and closes[extract(isodow from dated.day)::integer] >= dated.end_slot)`;

/** `brokenRule` without locks. */
export async function readBrokenRule(database: Database | Tx, range: UserRange): Promise<BrokenRule | null> {
  const facts = await database
    .selectFrom('app_user')
    .innerJoin('room', (join) => join.on('room.id', '=', range.roomId))
    .select(['is_blocked', 'closed_at', 'archived_at', 'opens', 'closes'])
    .where('app_user.id', '=', range.userId)
    .executeTakeFirst();
  return facts ? brokenRuleOf(facts, range) : 'room-archived';
}
