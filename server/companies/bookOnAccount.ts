import type { CreatePaymentRequest } from '../../contract/bookings/booking.ts';
import { lockUserRow } from '../account/users.ts';
import { runBookingTransaction } from '../checkout/bookingTransaction.ts';
import { checkBookable, checkStillBookable } from '../checkout/checkBookable.ts';
import { earlierBookingOnAccount } from '../checkout/earlierBooking.ts';
import { insertBooking } from '../checkout/insertBooking.ts';
import { releaseOwnHolds } from '../checkout/releaseOwnHolds.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { insertPaidOrder } from '../payments/insertPaidOrder.ts';
import { releaseOverlappingHolds } from '../payments/ownHolds.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { policyAt } from '../rooms/policies.ts';
import { checkAmount, pricedColumns } from '../rooms/prices.ts';
import { requestedRange } from '../slots/requestedRange.ts';
import { storeCharge } from './charges.ts';
import { chargeOnSite } from './chargeOnSite.ts';

/**
 * POST book on account: books a slot range on the account of the user's company, which is confirmed at once. Returns the booking's id;
 * a repeated call returns that of the existing booking. Throws 409 'not-on-account' for a user without a company, for a closed
 * account and above the limit, 409 'price-changed', and what `checkBookable` and `releaseOwnHolds` throw.
 */
export async function bookOnAccount(
  deps: PaymentDeps,
  request: CreatePaymentRequest,
  userId: string,
): Promise<string> {
  const { database, now } = deps;
  const requested = await checkBookable(database, requestedRange(request, userId, now()));
  const priced = pricedColumns(requested.room, requested.day, requested.range);
  const { total_paise: total } = priced;
  // A booking that is refused must not release a hold that another tab is paying.
  const earlier = await inTransaction(database, async (tx) => {
    const existing = await earlierBookingOnAccount(tx, requested);
    if (existing) return existing;
    checkAmount(request.amount, total, requested.room);
    await chargeOnSite(tx, userId, total);
    return undefined;
  });
  if (earlier) return earlier.id;
  await releaseOwnHolds(deps, requested, null);

  return runBookingTransaction(database, requested, async (tx) => {
    await lockUserRow(tx, userId);
    const existing = await earlierBookingOnAccount(tx, requested);
    if (existing) return existing.id;
    await checkStillBookable(tx, requested);
    const charge = await chargeOnSite(tx, userId, total);
    await releaseOverlappingHolds(tx, requested);
    const at = requested.now;
    const booking = await insertBooking(tx, requested, {
      status: 'confirmed',
      paid_with: 'card',
      half_points: null,
      ...priced,
      hold_expires_at: null,
      confirmed_at: new Date(at),
      policy: policyAt(at, 'card', requested.policyFrom),
    });
    const { paymentId } = charge;
    await insertPaidOrder(tx, { paymentId, bookingId: booking.id, amountPaise: total }, at);
    await storeCharge(tx, charge, userId, at);
    await queueEmail(tx, bookedEmail(booking, at));
    return booking.id;
  });
}
