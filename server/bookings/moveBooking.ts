import type { MoveRequest, MoveResponse } from '../../contract/bookings/booking.ts';
import { isOnAccount } from '../../domain/money/deskPayment.ts';
import { slotCount } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { lockUserRow } from '../account/users.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { Tx } from '../platform/database/schema.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import { movedEmail, queueEmail } from '../outbox/outbox.ts';
import { applyMove, slotRangeOf } from '../payments/applyMove.ts';
import { insertPaidOrder } from '../payments/insertPaidOrder.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { checkHoldLimit, lockUserForHold } from '../checkout/holdLimit.ts';
import { holdUntil, secondsToPay } from '../payments/holdTimes.ts';
import { hasLink } from '../payments/links.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { refundBooking } from '../payments/refunds/refundBooking.ts';
import { releasePayment } from '../payments/release.ts';
import { releaseOwnHolds } from '../checkout/releaseOwnHolds.ts';
import {
  checkUnpaidLimit,
  heldFromColumns,
  lockNetwork,
  type HoldDeps,
  type Requester,
} from '../checkout/unpaidLimit.ts';
import { usePoints } from '../ledger/ledger.ts';
import { returnPoints } from '../points/renewal.ts';
import { slotRangeColumns, requestedColumns } from '../checkout/bookingRow.ts';
import { claimedRange, claimSlots, moveSlots } from '../slots/bookingSlots.ts';
import { runBookingTransaction, SlotTaken } from '../checkout/bookingTransaction.ts';
import { inHundredths, ownBooking } from './cancelTerms.ts';
import { checkStillBookable, type BookableRange } from '../checkout/checkBookable.ts';
import {
  checkMove,
  isBookedAt,
  moveTermsOf,
  requestedMove,
  refundTermsAfterMove,
  type MovePrice,
} from './moveTerms.ts';
import { storeCharge } from '../companies/charges.ts';
import { chargeOnSite } from '../companies/chargeOnSite.ts';
import { checkInvoiceName } from '../invoices/checkInvoiceName.ts';
import { releaseOverlappingHolds, endPendingMove } from '../payments/ownHolds.ts';
import { pricedColumns } from '../rooms/prices.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

type Moved = Extract<MoveResponse['data'], { status: 'moved' }>;

interface Move {
  readonly request: MoveRequest;
  readonly requested: BookableRange;
}

/** The same request has already moved the booking, and its response may have been lost. Null otherwise. */
function earlierResult(booking: StoredBooking, { request, requested }: Move): Moved | null {
  const isMoved =
    booking.status === 'confirmed' &&
    booking.sequence === request.sequence + 1 &&
    isBookedAt(booking, requested);
  return isMoved ? { booking_id: booking.id, status: 'moved', sequence: booking.sequence } : null;
}

/** Throws what `checkMove` throws, and 409 'terms-changed' when the shown terms no longer apply. */
async function checkShownTerms(
  tx: Tx,
  booking: StoredBooking,
  { request, requested }: Move,
  now: EpochMs,
  lock: 'lock' | 'read' = 'read',
): Promise<MovePrice> {
  const price = await checkMove(tx, booking, requested, now, lock);
  const isSamePrice = inHundredths(booking, price.difference) === request.difference;
  const { refund } = refundTermsAfterMove(booking, requested, price, now);
  // A page of the previous version does not send the refund.
  const isSameRefund = request.refund === undefined || inHundredths(booking, refund) === request.refund;
  if (isSamePrice && isSameRefund && booking.sequence === request.sequence) return price;
  throw new ApiError('terms-changed', 'The price of the move has changed', {
    move_terms: moveTermsOf(booking, requested, price, now),
  });
}

/** Takes half-points for a more expensive move, or returns some. Throws as `usePoints`. */
async function changePointsByDifference(
  tx: Tx,
  booking: StoredBooking,
  halfPoints: number,
  now: EpochMs,
): Promise<void> {
  const change = { bookingId: booking.id, at: now };
  if (halfPoints < 0) await returnPoints(tx, booking.user_id, -halfPoints, change);
  else await usePoints(tx, booking.user_id, halfPoints, change);
}

/** True when the account of a company pays what the new times cost more. */
const isChargedToCompany = (booking: StoredBooking, difference: number): boolean =>
  isOnAccount(booking) && difference > 0;

/**
 * Charges the difference to the company, as a payment of its own, and moves the booking. Throws what `chargeOnSite` throws, and
 * `SlotTaken`.
 */
async function moveOnAccount(
  tx: Tx,
  booking: StoredBooking,
  move: Move,
  difference: number,
  now: EpochMs,
): Promise<void> {
  const { user_id: userId } = booking;
  const charge = await chargeOnSite(tx, userId, difference, booking.paid_by_payment_id);
  const moving = await insertMoving(tx, booking, move, { difference, now });
  const { paymentId } = charge;
  await insertPaidOrder(tx, { paymentId, bookingId: moving.id, amountPaise: difference }, now);
  await storeCharge(tx, charge, userId, now);
  const payment = { id: paymentId, amountPaise: difference };
  if (!(await applyMove(tx, { booking, move: moving }, payment, now))) throw new SlotTaken();
}

/**
 * Moves the booking in one transaction: with points, on account, or by card when the new times do not cost more. `unlockedBooking`: the
 * booking as it was read before the transaction.
 */
const moveNow = (deps: PaymentDeps, move: Move, unlockedBooking: StoredBooking): Promise<Moved> =>
  runBookingTransaction(
    deps.database,
    move.requested,
    async (tx) => {
      const { userId } = move.requested;
      await lockUserRow(tx, userId);
      const booking = await ownBooking(tx, unlockedBooking.id, userId, 'lock');
      const earlier = earlierResult(booking, move);
      if (earlier) return earlier;
      const now = deps.now();
      await checkStillBookable(tx, move.requested, booking);
      // A payment is locked after its company.
      const lock = isChargedToCompany(booking, move.request.difference) ? 'read' : 'lock';
      const { amount, difference } = await checkShownTerms(tx, booking, move, now, lock);
      await endPendingMove(tx, booking.id, move.requested);
      await releaseOverlappingHolds(tx, move.requested);
      const sequence = booking.sequence + 1;
      if (isChargedToCompany(booking, difference)) {
        await moveOnAccount(tx, booking, move, difference, now);
        return { booking_id: booking.id, status: 'moved', sequence };
      }
      if (booking.paid_with === 'points') await changePointsByDifference(tx, booking, difference, now);
      const slots = {
        bookingId: booking.id,
        holdId: null,
        from: slotRangeOf(booking),
        to: move.requested,
        by: 'customer' as const,
        now,
      };
      if (!(await moveSlots(tx, slots))) throw new SlotTaken();

      await tx
        .updateTable('booking')
        .set({
          ...slotRangeColumns(move.requested),
          sequence,
          ...(booking.paid_with === 'card'
            ? { ...pricedMove(move), total_paise: amount }
            : { half_points: amount }),
        })
        .where('id', '=', booking.id)
        .execute();
      const refundPaise =
        booking.paid_with === 'card'
          ? await refundBooking(tx, booking, { amountPaise: -difference, reason: 'moved', now })
          : 0;
      const halfPoints = booking.paid_with === 'points' ? difference : 0;
      await queueEmail(tx, movedEmail({ ...booking, sequence }, { refundPaise, halfPoints }, now));
      return { booking_id: booking.id, status: 'moved', sequence };
    },
    unlockedBooking,
  );

const pricedMove = ({ requested: { room, day, range } }: Move) => pricedColumns(room, day, range);

/** Stores the row of the new times until the difference is paid. */
const insertMoving = (
  tx: Tx,
  booking: StoredBooking,
  move: Move,
  {
    difference,
    now,
    ...heldFrom
  }: { readonly difference: number; readonly now: EpochMs } & Partial<ReturnType<typeof heldFromColumns>>,
): Promise<StoredBooking> =>
  tx
    .insertInto('booking')
    .values({
      ...requestedColumns({ ...move.requested, now }),
      status: 'moving',
      paid_with: 'card',
      ...pricedMove(move),
      total_paise: difference,
      hold_expires_at: holdUntil(now),
      moves_booking_id: booking.id,
      moves_sequence: booking.sequence,
      ...heldFrom,
    })
    .returning(bookingColumns)
    .executeTakeFirstOrThrow();

/** To the requested times at this difference, if it can still be paid at the checkout: an extension by the desk is paid by its link. */
async function payableMove(
  tx: Tx,
  booking: StoredBooking,
  { requested }: Move,
  difference: number,
  now: EpochMs,
): Promise<StoredBooking | null> {
  const pendingMove = await tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('moves_booking_id', '=', booking.id)
    .where('status', '=', 'moving')
    .where(({ not }) => not(hasLink))
    .executeTakeFirst();
  const isSame =
    pendingMove !== undefined &&
    isBookedAt(pendingMove, requested) &&
    pendingMove.total_paise === difference &&
    pendingMove.moves_sequence === booking.sequence;
  return isSame && secondsToPay(pendingMove.created_at, now) > 0 ? pendingMove : null;
}

/**
 * Holds the new slots, except those that the booking has, until the difference is paid. A repeated call returns the same
 * hold.
 */
const holdMove = (
  deps: HoldDeps,
  move: Move,
  requester: Requester,
  unlockedBooking: StoredBooking,
): Promise<Moved | StoredBooking> =>
  runBookingTransaction(
    deps.database,
    move.requested,
    async (tx) => {
      const { userId, roomId, day, range } = move.requested;
      await lockNetwork(tx, requester, deps.now());
      await lockUserForHold(tx, userId);
      const booking = await ownBooking(tx, unlockedBooking.id, userId, 'lock');
      const earlier = earlierResult(booking, move);
      if (earlier) return earlier;
      const now = deps.now();
      await checkStillBookable(tx, move.requested, booking);
      const { difference } = await checkShownTerms(tx, booking, move, now);
      const existing = await payableMove(tx, booking, move, difference, now);
      if (existing) return existing;
      await endPendingMove(tx, booking.id, move.requested);
      const replaced = await checkHoldLimit(tx, 'move', [move.requested], now);
      const hold = { requester, slots: slotCount(range), limits: deps.unpaidLimits, now };
      await checkUnpaidLimit(tx, hold, replaced);
      await releaseOverlappingHolds(tx, move.requested);

      const moveHold = await insertMoving(tx, booking, move, {
        difference,
        now,
        ...heldFromColumns(requester),
      });
      const from = slotRangeOf(booking);
      const isClaimed = await claimSlots(tx, {
        bookingId: moveHold.id,
        roomId,
        day,
        range,
        except:
          from.roomId === roomId && from.day === day
            ? ((await claimedRange(tx, booking.id)) ?? from.range)
            : undefined,
        holdUntil: moveHold.hold_expires_at,
        now,
      });
      if (!isClaimed) throw new SlotTaken();
      return moveHold;
    },
    unlockedBooking,
  );

/**
 * Fetches the payment status of the user's own holds that conflict with the move, and releases them: the holds that
 * overlap the new times, and the booking's pending move to other times. A pending move to these times at `payablePaise` stays,
 * because it can still be paid. Throws what `releaseOwnHolds` throws.
 */
async function releaseConflictingHolds(
  deps: PaymentDeps,
  { request, requested }: Move,
  payablePaise: number | null,
): Promise<void> {
  const pendingMove = await deps.database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('moves_booking_id', '=', request.booking_id)
    .where('status', '=', 'moving')
    .executeTakeFirst();
  if (pendingMove && !isBookedAt(pendingMove, requested))
    await releasePayment(deps, pendingMove.id, requested.userId);
  await releaseOwnHolds(deps, requested, payablePaise);
}

/** As they are before anything is locked. Throws what `checkShownTerms` throws. */
async function readMove(tx: Tx, request: MoveRequest, userId: string, now: EpochMs) {
  const booking = await ownBooking(tx, request.booking_id, userId);
  const move: Move = { request, requested: await requestedMove(tx, request, booking, now) };
  const earlier = earlierResult(booking, move);
  const difference = earlier ? 0 : (await checkShownTerms(tx, booking, move, now)).difference;
  return { booking, move, earlier, difference };
}

/**
 * POST move: moves a user's own booking to other times or to another room, while cancelling it would be free. New slots are
 * claimed and old ones released in one transaction. When the new times cost less, the difference is refunded. When they cost
 * more, a booking with points or on account is charged immediately. For a booking by card, the new slots are held and a separate order is
 * opened. The booking keeps its old times until `settle` applies the move, and the hold expires like any other. A repeated call
 * returns the same response. Throws what `moveTerms` throws, 409 'terms-changed' with the current terms when `difference` or
 * `sequence` is not what was shown, and 410, 422, 503, 'too-many-holds' and 'unpaid-limit' like a new booking
 * (docs/decisions/0035-moving-a-booking.md).
 */
export async function moveBooking(
  deps: HoldDeps,
  request: MoveRequest,
  requester: Requester,
): Promise<MoveResponse['data']> {
  const { database, now } = deps;
  const { id: userId } = requester;
  const { booking, move, earlier, difference } = await inSnapshot(database, (tx) =>
    readMove(tx, request, userId, now()),
  );
  if (earlier) return earlier;
  const needsPayment = booking.paid_with === 'card' && difference > 0 && !isOnAccount(booking);
  if (needsPayment) await checkInvoiceName(database, userId);
  await releaseConflictingHolds(deps, move, needsPayment ? difference : null);
  if (!needsPayment) return moveNow(deps, move, booking);
  const held = await holdMove(deps, move, requester, booking);
  if ('booking_id' in held) return held;
  const order = await openCheckout(deps, { booking: held, isNew: false }, move.requested);
  return { booking_id: booking.id, status: 'unpaid', order };
}
