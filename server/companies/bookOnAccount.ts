import type { CreatePaymentRequest } from '../../contract/bookings/booking.ts';
import { rupees } from '../../domain/money/pricing.ts';
import { lockUserRow, userById } from '../account/users.ts';
import { runBookingTransaction } from '../checkout/bookingTransaction.ts';
import { checkBookable, checkStillBookable } from '../checkout/checkBookable.ts';
import { insertBooking } from '../checkout/insertBooking.ts';
import { releaseOwnHolds } from '../checkout/releaseOwnHolds.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { releaseOverlappingHolds } from '../payments/ownHolds.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { policyAt } from '../rooms/policies.ts';
import { checkAmount, pricedColumns } from '../rooms/prices.ts';
import { requestedRange, type RequestedRange } from '../slots/requestedRange.ts';
import { type Charge, tryCharge, storeCharge, storeChargedPayment } from './charges.ts';

/** A booking of exactly this range on account, made by an earlier call whose response may have been lost. */
const earlierBooking = (tx: Tx, { userId, roomId, day, range }: RequestedRange) =>
  tx
    .selectFrom('booking')
    .innerJoin('account_charge', 'account_charge.payment_id', 'booking.paid_by_payment_id')
    .select('booking.id')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('start_slot', '=', range.start)
    .where('end_slot', '=', range.end)
    .where('status', '=', 'confirmed')
    .executeTakeFirst();

/**
 * Throws 409 'not-on-account', also for an address that nobody has proven: the desk may have given the right to the address, and
 * somebody else registered it.
 */
async function chargeOnSite(tx: Tx, userId: string, amountPaise: number): Promise<Charge> {
  const user = await userById(tx, userId);
  if (!user || user.email_confirmed_at === null) {
    throw new ApiError(
      'not-on-account',
      'Confirm your email address first: open the link in our email, or have it sent again in your profile. Nothing was booked.',
    );
  }
  const charge = await tryCharge(tx, userId, amountPaise);
  switch (charge.refusal) {
    case null:
      return charge;
    case 'above-limit':
      throw new ApiError(
        'not-on-account',
        `${charge.name} has ${rupees(charge.leftPaise, 'always')} left on its account, and this booking costs ${rupees(amountPaise, 'always')}. Nothing was booked. Choose a shorter time, or pay it yourself.`,
      );
    case 'closed':
      throw new ApiError(
        'not-on-account',
        `The account of ${charge.name} is closed. Nothing was booked. You can pay it yourself.`,
      );
    default:
      throw new ApiError(
        'not-on-account',
        'You no longer book for a company. Nothing was booked. You can pay it yourself.',
      );
  }
}

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
    const existing = await earlierBooking(tx, requested);
    if (existing) return existing;
    checkAmount(request.amount, total, requested.room);
    await chargeOnSite(tx, userId, total);
    return undefined;
  });
  if (earlier) return earlier.id;
  await releaseOwnHolds(deps, requested, null);

  return runBookingTransaction(database, requested, async (tx) => {
    await lockUserRow(tx, userId);
    const existing = await earlierBooking(tx, requested);
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
    await storeChargedPayment(tx, charge, booking.id, total, at);
    await storeCharge(tx, charge, userId, at);
    await queueEmail(tx, bookedEmail(booking, at));
    return booking.id;
  });
}
