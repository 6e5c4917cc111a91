import { sql, type Updateable } from 'kysely';
import { dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { MAX_EMAILS_PER_ENTRY, offerAt, type Offer } from '../../../domain/bookings/waitingList.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { brokenRule } from '../../rules/bookingRules.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { insertBooking } from '../../checkout/insertBooking.ts';
import { waitingListEntryColumns } from '../../platform/database/columns.ts';
import type { Database, Tx, WaitingListEntryTable } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import { checkHoldLimit, hasReachedHoldLimit, lockUserForHold } from '../../checkout/holdLimit.ts';
import { policyAt } from '../../rooms/policies.ts';
import { pricedColumns, tariffOn } from '../../rooms/prices.ts';
import { isBooked, isFree, type StoredEntry } from './entries.ts';

/** Before the next attempt for an entry whose user cannot get an offer now. */
const RETRY_DELAY_MS = 5 * 60_000;

export interface OfferDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
}

/** Updates an entry that the transaction has locked. */
export async function updateEntry(
  tx: Tx,
  { id }: Pick<StoredEntry, 'id'>,
  values: Updateable<WaitingListEntryTable>,
): Promise<void> {
  await tx.updateTable('waitlist_entry').set(values).where('id', '=', id).execute();
}

/**
 * Locks the user's row, as every transaction that makes a hold does, and then the entry. Undefined when the entry is no
 * longer in this state. `booked`: the user has booked some of its times; `free`: all of its slots are free.
 */
export async function lockEntry(
  tx: Tx,
  { id, user_id }: Pick<StoredEntry, 'id' | 'user_id'>,
  state: StoredEntry['state'],
): Promise<(StoredEntry & { booked: boolean; free: boolean }) | undefined> {
  await lockUserForHold(tx, user_id);
  return tx
    .selectFrom('waitlist_entry')
    .select(waitingListEntryColumns)
    .select([isBooked.as('booked'), isFree.as('free')])
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst();
}

/** Holds an entry's times for its user until an instant. Throws `SlotTaken` when another booking has some of the slots. */
export async function holdEntryTimes(tx: Tx, entry: StoredEntry, until: Date, now: EpochMs): Promise<string> {
  const { user_id: userId, room_id: roomId, day, start_slot, end_slot } = entry;
  const range = { start: start_slot, end: end_slot };
  const requested = { userId, roomId, day, range, now };
  await checkHoldLimit(tx, 'booking', [requested], now);
  const room = await tx
    .selectFrom('room')
    .select(tariffOn(dateAt(now)))
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  const { id } = await insertBooking(tx, requested, {
    status: 'held',
    paid_with: 'card',
    ...pricedColumns(room, day, range),
    hold_expires_at: until,
    policy: policyAt(now, 'card', undefined),
  });
  return id;
}

/** Holds the times for the user and queues the email with the offer. */
async function offerHold(
  tx: Tx,
  entry: StoredEntry,
  { until }: Extract<Offer, { kind: 'hold' }>,
  now: EpochMs,
): Promise<void> {
  const bookingId = await holdEntryTimes(tx, entry, new Date(until), now);
  const emails = entry.letters + 1;
  await updateEntry(tx, entry, {
    state: 'offered',
    offered_until: new Date(until),
    booking_id: bookingId,
    letters: emails,
    next_try_at: new Date(now),
  });
  await queueEmail(tx, {
    kind: 'waitlist-offer',
    key: `${entry.id}:${emails}`,
    to: { userId: entry.user_id },
    payload: { entry_id: entry.id, letter: emails },
    now,
    until,
  });
}

/** Queues the email that the times are free for anyone. */
async function inform(tx: Tx, entry: StoredEntry, now: EpochMs): Promise<void> {
  const emails = entry.letters + 1;
  await updateEntry(tx, entry, { state: 'informed', letters: emails, next_try_at: new Date(now) });
  await queueEmail(tx, {
    kind: 'waitlist-free',
    key: `${entry.id}:${emails}`,
    to: { userId: entry.user_id },
    payload: { entry_id: entry.id, letter: emails },
    now,
    until: instantOf(entry.day, entry.start_slot),
  });
}

/** The times can no longer be booked, or another offer is open. */
export async function blockerOf(
  tx: Tx,
  { user_id, room_id, day, start_slot, end_slot }: StoredEntry,
): Promise<'not-bookable' | 'has-offer' | null> {
  const range = { start: start_slot, end: end_slot };
  if ((await brokenRule(tx, { userId: user_id, roomId: room_id, day, range })) !== null)
    return 'not-bookable';
  const other = await tx
    .selectFrom('waitlist_entry')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', '=', 'offered')
    .executeTakeFirst();
  return other ? 'has-offer' : null;
}

/** Offers released times to the user of one entry. Throws `SlotTaken` when another user was faster. */
async function offerToEntry(
  tx: Tx,
  candidate: Pick<StoredEntry, 'id' | 'user_id'>,
  now: EpochMs,
): Promise<void> {
  const entry = await lockEntry(tx, candidate, 'waiting');
  if (!entry) return;
  const later = (at: number): Promise<void> => updateEntry(tx, entry, { next_try_at: new Date(at) });
  if (entry.booked) return updateEntry(tx, entry, { state: 'booked' });
  if (!entry.free) return;
  const offer = offerAt(instantOf(entry.day, entry.start_slot), now);
  const blocker = await blockerOf(tx, entry);
  if (offer === null || blocker === 'not-bookable' || entry.letters >= MAX_EMAILS_PER_ENTRY) {
    return updateEntry(tx, entry, { state: 'over' });
  }
  if (offer.kind === 'later') return later(offer.at);
  if (offer.kind === 'inform') return inform(tx, entry, now);
  if (blocker === 'has-offer') return later(now + RETRY_DELAY_MS);
  return offerHold(tx, entry, offer, now);
}

/** Postpones an entry whose user has reached the limit on holds. */
const postponeEntry = async (
  { database, now }: OfferDeps,
  { id }: Pick<StoredEntry, 'id'>,
): Promise<void> => {
  await database
    .updateTable('waitlist_entry')
    .set({ next_try_at: new Date(now() + RETRY_DELAY_MS) })
    .where('id', '=', id)
    .execute();
};

/**
 * Offers free times of a room and day to the users who wait for them, in the order of the queue and each in a separate
 * transaction, and ends the entries of users who have booked them. Servers that do this at the same time wait for each
 * other at the lock of the first common entry, which keeps the order. The slots' primary key prevents times from being
 * offered twice.
 */
export async function offerReleased(
  deps: OfferDeps,
  { room_id, day }: Pick<StoredEntry, 'room_id' | 'day'>,
): Promise<void> {
  const candidates = await deps.database
    .selectFrom('waitlist_entry')
    .select(['id', 'user_id'])
    .where('room_id', '=', room_id)
    .where('day', '=', day)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(${isFree} or ${isBooked})`)
    .orderBy('queued_at')
    .orderBy('id')
    .execute();
  for (const candidate of candidates) {
    try {
      await inTransaction(deps.database, async (tx) => offerToEntry(tx, candidate, deps.now()));
    } catch (error) {
      if (error instanceof SlotTaken) continue;
      if (!hasReachedHoldLimit(error)) throw error;
      await postponeEntry(deps, candidate);
    }
  }
}
