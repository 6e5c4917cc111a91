import { extendSlots, releaseSlots } from '../bookings/bookingSlots.ts';
import { expiryCutoff } from '../bookings/holdExpiry.ts';
import type { Database } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PaymentDeps } from './deps.ts';
import { lockBooking } from './records.ts';
import { runItem } from './runItem.ts';

/** Ends a hold that is over and that nothing was paid for; anything else stays as it is. */
export const expire = ({ database, now }: PaymentDeps, bookingId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    const over = await tx
      .selectFrom('booking')
      .select('id')
      .where('id', '=', bookingId)
      .where('status', '=', 'held')
      .where('hold_expires_at', '<=', expiryCutoff(now()))
      .forUpdate()
      .executeTakeFirst();
    if (!over) return;
    await releaseSlots(tx, bookingId);
    await tx.updateTable('booking').set({ status: 'expired' }).where('id', '=', bookingId).execute();
  });

/**
 * Makes a hold last until an instant, if it would not anyway. A hold that is over, but whose half-hours nobody has taken,
 * lives again; one that was given up or lost does not.
 */
export const extendHold = ({ database }: PaymentDeps, bookingId: string, until: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    const { status, hold_expires_at } = await lockBooking(tx, bookingId);
    if (status !== 'held' || (hold_expires_at as Date) >= until) return;
    await extendSlots(tx, bookingId, until);
    await tx.updateTable('booking').set({ hold_expires_at: until }).where('id', '=', bookingId).execute();
  });

/** When a hold that could not be ended is tried again, by its booking, and how long the pause before was. */
type Postponed = Map<string, { until: number; pauseMs: number }>;

/** One for each database: what a process forgets, it only tries sooner. */
const postponed = new WeakMap<Database, Postponed>();

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/**
 * Ends the holds that are over and whose order was never opened, so that nobody can have paid them. The answer is the
 * errors of holds that could not be ended; they are put off and do not stop the others.
 */
export async function expireWithoutOrder(deps: PaymentDeps): Promise<unknown[]> {
  const now = deps.now();
  const waiting: Postponed = postponed.get(deps.database) ?? new Map();
  postponed.set(deps.database, waiting);
  const over = await deps.database
    .selectFrom('booking')
    .leftJoin('payment_order', 'payment_order.booking_id', 'booking.id')
    .select('booking.id')
    .where('booking.status', '=', 'held')
    .where('booking.hold_expires_at', '<=', new Date(now))
    .where('payment_order.order_id', 'is', null)
    .execute();
  const held = new Set(over.map(({ id }) => id));
  for (const id of waiting.keys()) if (!held.has(id)) waiting.delete(id);

  const failures: unknown[] = [];
  for (const { id } of over) {
    if (deps.stopping?.aborted) break;
    const before = waiting.get(id);
    if (before && before.until > now) continue;
    const failure = await runItem(deps, {
      ids: { booking: id },
      async work() {
        await expire(deps, id);
        waiting.delete(id);
      },
      async postpone() {
        const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
        waiting.set(id, { until: now + pauseMs, pauseMs });
      },
    });
    if (failure !== null) failures.push(failure);
  }
  return failures;
}
