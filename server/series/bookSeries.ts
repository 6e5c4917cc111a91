import { randomUUID } from 'node:crypto';
import type { BookSeriesRequest } from '../../contract/series.ts';
import { slotCount } from '../../domain/slots.ts';
import { lockUserRow } from '../accounts/users.ts';
import { ApiError } from '../apiError.ts';
import { bookedLetter, queueLetters } from '../letters/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { changePoints } from '../points/ledger.ts';
import { releaseOwnHolds } from '../payments/releaseOwnHolds.ts';
import { policyAt } from '../rooms/policies.ts';
import { insertSeries, findSameSeries } from './insertSeries.ts';
import { bookableSeries, runSeriesTransaction } from './requestedSeries.ts';

/**
 * POST book series: books all dates of a series for Lit points, or none, in one transaction (decision 0059). Returns the
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
  if (!user.is_member) throw new ApiError('not-a-member', 'Only members book with Lit points');
  // The transaction below rejects a user with too few points, who must not lose a hold that another tab is paying.
  if (user.half_points >= cost) for (const date of dates) await releaseOwnHolds(deps, date, null);

  return runSeriesTransaction(database, dates, async (tx) => {
    await lockUserRow(tx, userId);
    const earlier = await findSameSeries(tx, dates, { status: 'confirmed', paidWith: 'points' });
    if (earlier) return earlier.map(({ id }) => id);
    const now = deps.now();
    const bookings = dates.map((date) => ({ id: randomUUID(), date, halfPoints: slotCount(date.range) }));
    // Each date has a separate ledger entry, because its points are returned separately.
    for (const { id: bookingId, halfPoints } of bookings) {
      if (await changePoints(tx, userId, -halfPoints, { kind: 'use', bookingId, at: now })) continue;
      throw new ApiError('not-enough-points', 'There are not enough Lit points left');
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
    await queueLetters(
      tx,
      made.map((booking) => bookedLetter(booking, now)),
    );
    return made.map(({ id }) => id);
  });
}
