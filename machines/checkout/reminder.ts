import type { SnapshotFrom } from 'xstate';
import type { RefundReason } from '../../domain/money/refundReasons.ts';
import { BOOKING_PATH } from '../engine/navigation.ts';
import type { checkoutMachine } from './checkout.ts';
import type { BookingSelection } from './events.ts';
import type { CheckoutContext } from './setup.ts';

/**
 * The states of the checkout that every page mentions. For a state with two of the tags, the first one
 * counts.
 */
const remindedTags = [
  'waiting',
  'uncertain',
  'slotsLost',
  'startPassed',
  'timedOut',
  'paidLate',
  'busy',
] as const;

export type RemindedTag = (typeof remindedTags)[number];

/** A server of the previous version does not send the reason. */
export const refundReasonOf = ({ failure }: Pick<CheckoutContext, 'failure'>): RefundReason =>
  failure?.details.refundReason ?? 'late';

/**
 * Null on the booking page itself and when there is nothing to say. A booking under review is mentioned where
 * it would be overlooked: in My bookings, which the checkout opens after a booking even if a next selection
 * was kept, and after a registration (`hasJoined`), which ends on the home page (spec 4). An abandoned move
 * is not mentioned: the booking is unchanged, and its page shows the move while the times are held.
 */
export function reminderOf(
  checkout: SnapshotFrom<typeof checkoutMachine>,
  { pathname, hasJoined }: { readonly pathname: string; readonly hasJoined: boolean },
): RemindedTag | { readonly unbooked: BookingSelection } | null {
  if (pathname.startsWith(BOOKING_PATH)) return null;
  const tag = remindedTags.find((name) => checkout.hasTag(name));
  if (tag) return tag;
  const { selection } = checkout.context;
  const isOverlooked = pathname.startsWith('/my-bookings') || hasJoined;
  return isOverlooked && checkout.matches('reviewing') && selection && !selection.pendingMove
    ? { unbooked: selection }
    : null;
}
