import type { SentPaymentLink, PaymentLinkRequest } from '../../contract/desk/money/money.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import { linkDeadline } from '../../domain/money/paymentLink.ts';
import { fieldError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { holdUntil } from '../payments/holdTimes.ts';
import type { CustomerDeps } from '../account/address/givenAccount.ts';
import { bookDatesOfSale, prepareSale } from './sale.ts';
import { staffChange, type AuditedResult, type Staff } from '../audit/staffChange.ts';
import { linkOfHold, type LinkDeps, type LinkHold } from './links/linkOfHold.ts';

/**
 * Holds the slots of all dates for the time of a checkout, which is enough to create the link. `storeLink` extends the hold until the link's
 * deadline. Throws as `prepareSale`, 400 for times that begin too soon, and `SlotTaken`.
 */
async function holdForLink(
  tx: Tx,
  request: PaymentLinkRequest,
  { staff, ...deps }: CustomerDeps & { readonly staff: Staff },
): Promise<AuditedResult<LinkHold>> {
  const now = deps.now();
  const prepared = await prepareSale(tx, 'paymentLink', request, deps);
  const { total, range, changes } = prepared;
  const until = linkDeadline(instantOf(request.bdate, range.start), now);
  if (until === null) {
    throw fieldError('stime', 'is too soon for a payment link: take cash or UPI, or choose a later time');
  }
  const held = await bookDatesOfSale(
    tx,
    prepared,
    request,
    {
      values: { status: 'held', hold_expires_at: holdUntil(now) },
      action: 'held for a payment link',
      became: (amount) => ({ amount }),
    },
    { staff, now },
  );
  const [{ id: bookingId }] = held.bookings;
  return {
    result: { holdId: bookingId, bookingId, dates: held.bookings.length, totalPaise: total, until },
    changes: [...changes, ...held.changes],
  };
}

/**
 * Books for a caller who pays by a link: holds the slots, creates the link and sends it. Throws as `sellAtDesk` and `linkOfHold`,
 * 400 for times that begin too soon, and `SlotTaken`.
 */
export async function makeLink(
  { staff, passwordHash, sessions, links, ...deps }: LinkDeps & CustomerDeps,
  request: PaymentLinkRequest,
): Promise<SentPaymentLink> {
  const { database, now } = deps;
  const held = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
    holdForLink(tx, request, { staff, passwordHash, sessions, links, now }),
  );
  const url = await linkOfHold({ ...deps, staff }, held);
  return { booking_id: held.bookingId, url, until: new Date(held.until).toISOString() };
}
