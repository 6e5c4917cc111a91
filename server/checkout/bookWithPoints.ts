import { randomUUID } from 'node:crypto';
import { slotCount } from '../../domain/time/slots.ts';
import { lockUserRow } from '../account/users.ts';
import type { Database } from '../platform/database/schema.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { releaseOwnHolds } from './releaseOwnHolds.ts';
import { usePoints } from '../ledger/ledger.ts';
import type { SignedInUser } from '../account/session/accessTokens.ts';
import { hasLiveSession } from '../account/session/liveSession.ts';
import { sessionEnded } from '../platform/http/apiError.ts';
import { policyAt } from '../rooms/policies.ts';
import { checkBookable, checkStillBookable } from './checkBookable.ts';
import { bookIfFree } from './bookIfFree.ts';
import { earlierPointsBooking } from './earlierBooking.ts';
import { insertBooking } from './insertBooking.ts';
import { insertPointsBooking, pointsBookingIsOnlyTaken } from './pointsBookings.ts';
import { releaseOverlappingHolds } from '../payments/ownHolds.ts';
import { runBookingTransaction, takenByOthersError } from './bookingTransaction.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** A booking with points is confirmed immediately. */
const pointsBookingValues = (cost: number, { now, policyFrom }: RequestedRange) =>
  ({
    status: 'confirmed',
    paid_with: 'points',
    half_points: cost,
    total_paise: null,
    hold_expires_at: null,
    confirmed_at: new Date(now),
    policy: policyAt(now, 'points', policyFrom),
  }) as const;

/**
 * Books a slot range for Lit points, half a point per slot (ruling 9). One transaction claims the slots and takes the
 * points. The status of the user's own overlapping card payments is fetched first, so that nobody pays twice. Returns the
 * booking's id; a repeated call returns the id of the existing booking. Throws 401 when the session of `user` has ended,
 * 403 for non-members, 422 for too few points, 409 for slots that are taken or being paid, and what `checkBookable` and
 * `releaseOwnHolds` throw.
 */
export async function bookWithPoints(
  deps: PaymentDeps,
  requested: RequestedRange,
  user: Pick<SignedInUser, 'id' | 'sessionId'>,
): Promise<string> {
  const made = await bookWithPointsIfFree(deps.database, requested, user);
  if (made === 'taken') throw await takenByOthersError(deps.database, requested);
  if (made) return made.id;
  if (!(await hasLiveSession(deps.database, user, requested.now))) throw sessionEnded();
  return bookWithPointsInTransaction(deps, requested);
}

/** Books in one statement, which concurrent bookings share. Answers as `bookIfFree`. */
export function bookWithPointsIfFree(
  database: Database,
  requested: RequestedRange,
  user: Pick<SignedInUser, 'id' | 'sessionId'>,
): Promise<{ readonly id: string } | 'taken' | null> {
  const booking = { requested, sessionId: user.sessionId };
  return bookIfFree(database, {
    requested,
    insert: () => insertPointsBooking(database, booking),
    isOnlyTaken: () => pointsBookingIsOnlyTaken(database, booking),
  });
}

/** Books in several statements, which may replace own and expired holds, and name the rule that is broken. */
export async function bookWithPointsInTransaction(
  deps: PaymentDeps,
  requested: RequestedRange,
): Promise<string> {
  const { userId, range, now } = requested;
  const cost = slotCount(range);
  const { user } = await checkBookable(deps.database, requested);
  // A user with too few points must not lose a hold that another tab is paying, and may repeat an earlier call.
  if (user.spendable >= cost) await releaseOwnHolds(deps, requested, null);

  return runBookingTransaction(deps.database, requested, async (tx) => {
    await lockUserRow(tx, userId);
    const earlier = await earlierPointsBooking(tx, requested);
    if (earlier) return earlier.id;
    await checkStillBookable(tx, requested);
    const bookingId = randomUUID();
    await usePoints(tx, userId, cost, { bookingId, at: now });

    await releaseOverlappingHolds(tx, requested);
    const made = await insertBooking(tx, requested, {
      id: bookingId,
      ...pointsBookingValues(cost, requested),
    });
    await queueEmail(tx, bookedEmail(made, now));
    return made.id;
  });
}
