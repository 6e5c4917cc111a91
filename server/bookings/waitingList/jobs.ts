import { sql } from 'kysely';
import { addDays, dateAt, startedSlots } from '../../../domain/time/calendar.ts';
import { MAX_EMAILS_PER_ENTRY, MAX_UNUSED_OFFERS } from '../../../domain/bookings/waitingList.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { endHold } from '../../slots/bookingSlots.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { anyOf, noneOf } from '../../platform/database/anyOf.ts';
import { waitingListEntryColumns } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { JobTable } from '../../platform/jobs/lease.ts';
import { runPeriodically } from '../../platform/jobs/runPeriodically.ts';
import { runDue } from '../../platform/jobs/runDue.ts';
import { hasReachedHoldLimit } from '../../checkout/holdLimit.ts';
import { ACTIVE_WAITING_LIST_STATES, isBooked, isFree, isHeld, type StoredEntry } from './entries.ts';
import { blockerOf, updateEntry, holdEntryTimes, lockEntry, offerReleased, type OfferDeps } from './offer.ts';

export interface WaitingListJobDeps extends OfferDeps {
  readonly log: { error(details: object, message: string): void };
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

/** Before an entry that could not be processed is retried. */
const POSTPONED_MS = 60_000;
/** How long entries are kept after their day, in days, because links in emails still show them. */
const RETENTION_DAYS = 7;

/**
 * Entries that the job has to handle at an instant: waiting entries whose times are free or booked by their user, offers whose
 * times are no longer held, and entries that were informed about free times which are now taken. The condition reads the current
 * state and not a notification, so that it detects a release of any kind by any version of the server.
 */
export const waitingListJobs = (now: EpochMs): JobTable<StoredEntry> => ({
  name: 'waitlist_entry',
  id: 'id',
  due: 'next_try_at',
  orderBy: ['queued_at'],
  columns: waitingListEntryColumns,
  condition: sql`case state
    when 'waiting' then ${isFree} or ${isBooked}
    when 'offered' then not ${isHeld(now)}
    when 'informed' then not ${isFree}
    else false end and state in ('waiting', 'offered', 'informed')`,
});

/** An unused offer: the entry moves to the end of the queue, or is 'missed' after too many offers. */
const afterMiss = ({ misses }: StoredEntry, now: EpochMs) =>
  misses + 1 >= MAX_UNUSED_OFFERS
    ? ({ state: 'missed', misses: misses + 1 } as const)
    : ({ state: 'waiting', misses: misses + 1, queued_at: new Date(now) } as const);

/**
 * Holds the times of an offer again when its checkout was left before the offer expired. False when another user has them or
 * the user has reached the limit on holds.
 */
async function renewOfferHold(tx: Tx, entry: StoredEntry, until: Date, now: EpochMs): Promise<boolean> {
  await sql`savepoint before_renewal`.execute(tx);
  try {
    await updateEntry(tx, entry, { booking_id: await holdEntryTimes(tx, entry, until, now) });
    return true;
  } catch (error) {
    if (!(error instanceof SlotTaken || hasReachedHoldLimit(error))) throw error;
    await sql`rollback to savepoint before_renewal`.execute(tx);
    return false;
  }
}

/** Updates an offer whose times are no longer held: they are booked, the checkout was left, or the offer was not used. */
const resolveOffer = ({ database, now }: WaitingListJobDeps, offered: StoredEntry): Promise<void> =>
  inTransaction(database, async (tx) => {
    const entry = await lockEntry(tx, offered, 'offered');
    if (!entry) return;
    const at = now();
    if (entry.booked) return updateEntry(tx, entry, { state: 'booked' });
    const until = entry.offered_until as Date;
    // The user was blocked, or the room can no longer be booked.
    if ((await blockerOf(tx, entry)) === 'not-bookable') {
      if (entry.booking_id !== null) await releaseExpired(tx, entry.booking_id);
      return updateEntry(tx, entry, { state: 'over', booking_id: null });
    }
    if (until.getTime() > at) {
      if (await renewOfferHold(tx, entry, until, at)) return;
      // The times cannot be held again. This does not count as an unused offer.
      return updateEntry(tx, entry, { state: 'waiting', next_try_at: new Date(at) });
    }
    if (entry.booking_id !== null) await releaseExpired(tx, entry.booking_id);
    return updateEntry(tx, entry, {
      ...afterMiss(entry, at),
      booking_id: null,
      next_try_at: new Date(at),
    });
  });

/** Releases the hold of an expired offer, so that the next entry can get the times immediately. */
async function releaseExpired(tx: Tx, bookingId: string): Promise<void> {
  const held = await tx
    .selectFrom('booking')
    .select('id')
    .where('id', '=', bookingId)
    .where('status', '=', 'held')
    .forUpdate()
    .executeTakeFirst();
  if (held) await endHold(tx, held.id, 'expired');
}

/** Updates an entry whose user was informed about free times, when its user or another user has booked them. */
const resolveInformed = ({ database, now }: WaitingListJobDeps, informed: StoredEntry): Promise<void> =>
  inTransaction(database, async (tx) => {
    const entry = await lockEntry(tx, informed, 'informed');
    if (!entry || entry.free) return;
    const state = entry.booked ? 'booked' : entry.letters >= MAX_EMAILS_PER_ENTRY ? 'missed' : 'waiting';
    await updateEntry(tx, entry, { state, next_try_at: new Date(now()) });
  });

async function processEntry(deps: WaitingListJobDeps, entry: StoredEntry): Promise<void> {
  if (entry.state === 'offered') return resolveOffer(deps, entry);
  if (entry.state === 'informed') return resolveInformed(deps, entry);
  await offerReleased(deps, entry);
  // If `offerReleased` did not change the entry's due time, the lease ends here, and the entry is due when its times are free.
  await deps.database
    .updateTable('waitlist_entry')
    .set({ next_try_at: new Date(deps.now()) })
    .where('id', '=', entry.id)
    .where('next_try_at', '=', entry.next_try_at)
    .execute();
}

/** Ends entries whose times have started, and deletes old ones. */
async function expireEntries({ database, now }: WaitingListJobDeps): Promise<void> {
  const today = dateAt(now());
  await database
    .updateTable('waitlist_entry')
    .set({ state: 'over' })
    .where('state', '=', anyOf(['waiting', 'informed'], 'text'))
    .where(
      sql<boolean>`(day < ${today}::date or (day = ${today}::date and start_slot < ${startedSlots(today, now())}))`,
    )
    .execute();
  await database
    .deleteFrom('waitlist_entry')
    .where('day', '<', addDays(today, -RETENTION_DAYS))
    .where('state', '<>', noneOf(ACTIVE_WAITING_LIST_STATES, 'text'))
    .execute();
}

/**
 * Offers released times to the users who wait for them, and ends expired offers. Any number of server processes may call
 * this at the same time. Returns the errors of entries that could not be processed; they are postponed and do not stop the
 * others.
 */
export async function runWaitingList(deps: WaitingListJobDeps): Promise<unknown[]> {
  await expireEntries(deps);
  return runDue(deps, {
    kind: 'an entry of the waiting list',
    table: waitingListJobs(deps.now()),
    ids: ({ id }) => ({ entry: id }),
    oncePerPass: true,
    work: (entry) => processEntry(deps, entry),
    postpone: async ({ id }) => {
      await deps.database
        .updateTable('waitlist_entry')
        .set({ next_try_at: new Date(deps.now() + POSTPONED_MS) })
        .where('id', '=', id)
        .execute();
    },
  });
}

/** Until the next pass anyone can book released times. */
const EVERY_MS = 2_000;

/** Runs the waiting list periodically until the returned function is called. That function waits for the current entry. */
export const startWaitingList = (deps: WaitingListJobDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: async (stopping) => {
      const failures = await runWaitingList({ ...deps, stopping });
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
    onError: (error) => deps.log.error({ err: error }, 'the waiting list failed; it will be tried again'),
  });
