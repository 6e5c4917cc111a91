import {
  HELD,
  endHold,
  expiryCutoff,
  extendSlots,
  headOfBooking,
  isHeld,
  lockSeriesBookings,
  seriesBookingIds,
} from '../slots/exports.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { runJob } from '../platform/jobs/runJob.ts';
import type { PaymentDeps } from './deps.ts';

/** Releases an expired, unpaid hold, or all such holds of its series. Any other booking stays unchanged. */
export const expireHold = ({ database, now }: PaymentDeps, bookingId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    const expired = await tx
      .selectFrom('booking')
      .select('id')
      .where('id', '=', anyOf(await seriesBookingIds(tx, bookingId), 'uuid'))
      .where(isHeld)
      .where('hold_expires_at', '<=', expiryCutoff(now()))
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id } of expired) await endHold(tx, id, 'expired');
  });

/**
 * Extends a hold, or all holds of its series, to an instant, unless it expires later anyway. An expired hold that still has
 * its slots becomes live again. A hold that was released or has lost its slots stays ended.
 */
export const extendHold = ({ database }: PaymentDeps, bookingId: string, until: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    for (const { id, status, hold_expires_at } of await lockSeriesBookings(tx, bookingId)) {
      if (!HELD.includes(status) || (hold_expires_at !== null && hold_expires_at >= until)) continue;
      await extendSlots(tx, id, until);
      await tx.updateTable('booking').set({ hold_expires_at: until }).where('id', '=', id).execute();
    }
  });

/** By booking id: the next attempt to release a hold that could not be released, and the pause before it. */
type Postponed = Map<string, { until: number; pauseMs: number }>;

/** One map per database, in memory. After a restart the attempts only happen sooner. */
const postponed = new WeakMap<Database, Postponed>();

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/**
 * Releases expired holds without an order, which nobody can have paid. Returns the errors of holds that could not be
 * released. Those holds are postponed and do not stop the others.
 */
export async function expireWithoutOrder(deps: PaymentDeps): Promise<unknown[]> {
  const now = deps.now();
  const postponedHolds: Postponed = postponed.get(deps.database) ?? new Map();
  postponed.set(deps.database, postponedHolds);
  const expired = await deps.database
    .selectFrom('booking')
    .leftJoin('payment_order', (join) => join.on('payment_order.booking_id', '=', headOfBooking))
    .select('booking.id')
    .where(isHeld)
    .where('booking.hold_expires_at', '<=', new Date(now))
    .where('payment_order.order_id', 'is', null)
    .execute();
  const expiredIds = new Set(expired.map(({ id }) => id));
  for (const id of postponedHolds.keys()) if (!expiredIds.has(id)) postponedHolds.delete(id);

  const failures: unknown[] = [];
  for (const { id } of expired) {
    if (deps.stopping?.aborted) break;
    const previous = postponedHolds.get(id);
    if (previous && previous.until > now) continue;
    const failure = await runJob(deps, {
      kind: 'an expired hold',
      ids: { booking: id },
      async work() {
        await expireHold(deps, id);
        postponedHolds.delete(id);
      },
      async postpone() {
        const pauseMs = previous ? Math.min(previous.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
        postponedHolds.set(id, { until: now + pauseMs, pauseMs });
      },
    });
    if (failure !== null) failures.push(failure);
  }
  return failures;
}
