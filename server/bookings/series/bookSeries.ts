import { randomUUID } from 'node:crypto';
import type { BookSeriesRequest } from '../../../contract/bookings/series.ts';
import { slotCount } from '../../../domain/time/slots.ts';
import { lockUserRow } from '../../account/users.ts';
import { bookedEmail, queueEmail } from '../../outbox/outbox.ts';
import { checkStillBookable } from '../../checkout/checkBookable.ts';
import type { PaymentDeps } from '../../payments/deps.ts';
import { usePoints } from '../../ledger/ledger.ts';
import { releaseOwnHolds } from '../../checkout/releaseOwnHolds.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { policyAt } from '../../rooms/policies.ts';
import { insertSeries, findSameSeries } from './insertSeries.ts';
import { bookableSeries, runSeriesTransaction } from './requestedSeries.ts';

/**
 * POST book series: books all dates of a series for Lit points, or none, in one transaction. Returns the
 * bookings' ids in order of time; a repeated call returns the ids of the existing series. Throws what `bookableSeries`
 * throws, and the same errors as a single booking with points (`bookWithPoints`).
 */
export async function bookSeries(
  deps: PaymentDeps,
  request: BookSeriesRequest,
  userId: string,
): Promise<string[]> {
  const { database } = deps;
  const dates = await bookableSeries(database, request, userId, deps.now());
  const [{ user }] = dates;
  const cost = dates.reduce((sum, { range }) => sum + slotCount(range), 0);
  // A user with too few points must not lose a hold that another tab is paying, and may repeat an earlier call.
  if (user.spendable >= cost) for (const date of dates) await releaseOwnHolds(deps, date, null);

  return runSeriesTransaction(database, dates, async (tx) => {
    await lockUserRow(tx, userId);
    const earlier = await findSameSeries(tx, dates, { status: 'confirmed', paidWith: 'points' });
    if (earlier) return earlier.map(({ id }) => id);
    for (const date of dates) await checkStillBookable(tx, date);
    const now = deps.now();
    const bookings = dates.map((date) => ({ id: randomUUID(), date, halfPoints: slotCount(date.range) }));
    // Each date has a separate ledger entry, because its points are returned separately.
    for (const { id: bookingId, halfPoints } of bookings) {
      await usePoints(tx, userId, halfPoints, { bookingId, at: now });
    }
    const made = await insertSeries(
      tx,
      bookings.map(({ id, date, halfPoints }) => ({
        requested: { ...date, now },
        amount: halfPoints,
        values: {
          id,
          status: 'confirmed',
          paid_with: 'points',
          half_points: halfPoints,
          total_paise: null,
          hold_expires_at: null,
          confirmed_at: new Date(now),
          policy: policyAt(now, 'points', date.policyFrom),
        },
      })),
      now,
    );
    const [head, ...others] = made as [StoredBooking, ...StoredBooking[]];
    await queueEmail(tx, bookedEmail(head, now, others));
    return made.map(({ id }) => id);
  });
}
