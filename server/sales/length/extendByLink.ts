import type { ExtensionFields } from '../../../contract/desk/changedLength.ts';
import { isOnAccount } from '../../../domain/money/deskPayment.ts';
import { linkDeadline } from '../../../domain/money/paymentLink.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { firstAddedSlot } from '../../../domain/bookings/changedLength.ts';
import { staffChange, type AuditedResult, type Staff } from '../../audit/staffChange.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { checkInvoiceName } from '../../invoices/checkInvoiceName.ts';
import { holdUntil } from '../../payments/holdTimes.ts';
import { extensionLink } from '../../payments/ownHolds.ts';
import { fieldError } from '../../platform/http/apiError.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { claimedRange, claimSlots } from '../../slots/bookingSlots.ts';
import { heldTimes, linkOfHold, type LinkDeps, type LinkHold } from '../links/linkOfHold.ts';
import { insertExtension } from './extend.ts';
import { isChangedBy } from './changedLength.ts';
import { lockExtension } from './extension.ts';

/** Null when the same request has already made the booking longer. */
async function holdExtension(
  tx: Tx,
  request: ExtensionFields,
  staff: Staff,
  now: EpochMs,
): Promise<AuditedResult<LinkHold | null>> {
  const extension = await lockExtension(tx, request, now, () => isChangedBy(tx, request, staff, {}));
  if (!extension) return { result: null, changes: [] };
  const { booking, from, to, price } = extension;
  if (booking.paid_with === 'points')
    throw fieldError('booking_id', 'must not be of a booking with points: extend it with points');
  if (isOnAccount(booking))
    throw fieldError('booking_id', 'must not be of a booking on account: extend it on account');
  const until = linkDeadline(instantOf(booking.day, firstAddedSlot(from.range, to.range)), now);
  if (until === null) {
    const field = to.range.start < from.range.start ? 'start_time' : 'end_time';
    throw fieldError(field, 'adds times that are too soon for a payment link: take cash or UPI');
  }
  await checkInvoiceName(tx, booking.user_id);
  const expires = holdUntil(now);
  const move = await insertExtension(tx, extension, expires, now);
  const claim = {
    bookingId: move.id,
    ...to,
    except: (await claimedRange(tx, booking.id)) ?? from.range,
    holdUntil: expires,
    now,
  };
  if (!(await claimSlots(tx, claim))) throw new SlotTaken();
  const change = {
    action: 'longer times held for a payment link',
    subject: 'booking',
    subjectId: booking.id,
    was: null,
    became: heldTimes(move),
  } as const;
  return {
    result: { holdId: move.id, bookingId: booking.id, dates: 1, totalPaise: price, until },
    changes: [change],
  };
}

/** True when an earlier call of the same request made its link, which is still open. */
async function isMade(
  database: Database,
  { booking_id, sequence, range, amount }: ExtensionFields,
  now: EpochMs,
): Promise<boolean> {
  const open = await extensionLink(database, booking_id, now);
  return (
    open !== undefined &&
    open.moves_sequence === sequence &&
    open.start_slot === range.start &&
    open.end_slot === range.end &&
    open.total_paise === amount
  );
}

/**
 * Holds longer times of a booking until their payment link is paid, expires or is withdrawn, and sends the link. The payment makes
 * the booking longer (`applyMove`). A repeated call changes nothing. Throws as `lockExtension` and `linkOfHold`, 400 for a booking
 * with points or on account and for times that begin too soon, and `SlotTaken`.
 */
export async function extendByLink(deps: LinkDeps, request: ExtensionFields): Promise<void> {
  const { database, now, staff } = deps;
  if (await isMade(database, request, now())) return;
  const held = await staffChange({ database, now, staff, role: 'staff' }, (tx) =>
    holdExtension(tx, request, staff, now()),
  );
  if (held) await linkOfHold(deps, held);
}
