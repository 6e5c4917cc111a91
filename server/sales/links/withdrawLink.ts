import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { headOf } from '../../slots/seriesDates.ts';
import type { Database } from '../../platform/database/schema.ts';
import { endLinkedHold, syncLink } from '../../payments/links.ts';
import { GatewayError } from '../../payments/provider/gatewayError.ts';
import { orProviderUnavailable } from '../../payments/paymentErrors.ts';
import { orderOfBooking, type PaymentOrder } from '../../payments/records.ts';
import { syncWithProvider } from '../../payments/release.ts';
import { staffChange, type AuditedResult } from '../../audit/staffChange.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { HELD } from '../../slots/exports.ts';
import { heldTimes, lockLinkedBookings, type LinkDeps } from './linkOfHold.ts';

/** Throws 404 for a booking without a payment link. */
async function linkedOrder(database: Database, bookingId: string): Promise<PaymentOrder> {
  const order = await orderOfBooking(database, bookingId);
  const link =
    order &&
    (await database
      .selectFrom('payment_link')
      .select('order_id')
      .where('order_id', '=', order.order_id)
      .executeTakeFirst());
  if (!order || !link) throw new ApiError('not-found', 'There is no payment link for this booking');
  return order;
}

const linkClosedError = ({ status }: Pick<StoredBooking, 'status'>): ApiError =>
  new ApiError('changed-meanwhile', 'The link has been paid or has expired', { present: { status } });

/**
 * Withdraws a link: the provider accepts no more payments by it, and the slots of all of its dates are released. `bookingId`: the row
 * that it pays, of a booking or of the longer times of one. Throws 404 for a booking without a link, 409 for a link that is paid or
 * has expired, after recording that, and 503 when the provider does not respond; then nothing has changed.
 */
export async function withdrawLink({ staff, ...deps }: LinkDeps, bookingId: string): Promise<void> {
  const { database, gateway, now } = deps;
  const order = await linkedOrder(database, await headOf(database, bookingId));
  try {
    await gateway.cancelLink(order.order_id);
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'refused';
    if (!isRefused) return orProviderUnavailable(Promise.reject(error as Error));
    await syncWithProvider(deps, order);
    await orProviderUnavailable(syncLink(deps, order));
  }
  await staffChange({ database, now, staff, role: 'staff' }, async (tx): Promise<AuditedResult<null>> => {
    const bookings = await lockLinkedBookings(tx, bookingId);
    const [booking] = bookings;
    if (!HELD.includes(booking.status)) throw linkClosedError(booking);
    await endLinkedHold(tx, order, 'released');
    const changes = bookings.map((each) => ({
      action: 'payment link withdrawn',
      subject: 'booking' as const,
      subjectId: each.moves_booking_id ?? each.id,
      ...(each.moves_booking_id === null
        ? { was: { status: 'held' }, became: { status: bookingCodes.released } }
        : { was: heldTimes(each), became: null }),
    }));
    return { result: null, changes };
  });
}
