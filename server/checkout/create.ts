import type { CreatePaymentRequest, CreatePaymentResponse } from '../../contract/bookings/booking.ts';
import { checkBookable } from './checkBookable.ts';
import { requestedRange } from '../slots/requestedRange.ts';
import { checkInvoiceName } from '../invoices/checkInvoiceName.ts';
import { holdForPayment } from './hold.ts';
import { openCheckout } from './openCheckout.ts';
import type { HoldDeps, Requester } from './unpaidLimit.ts';

/**
 * POST payment create: holds the slots and opens the order (spec 4 and 7). The hold is committed before the provider is
 * called. Throws what `requestedRange`, `checkBookable`, `checkInvoiceName`, `holdForPayment` and `openCheckout` throw, and 409
 * when the price has changed or the slots are taken, booked or being paid.
 */
export async function createPayment(
  deps: HoldDeps,
  request: CreatePaymentRequest,
  requester: Requester,
): Promise<CreatePaymentResponse> {
  const { database, now } = deps;
  const requested = await checkBookable(database, requestedRange(request, requester.id, now()));
  await checkInvoiceName(database, requester.id);
  const held = await holdForPayment(deps, requested, requester, request);
  return { data: await openCheckout(deps, held, requested) };
}
