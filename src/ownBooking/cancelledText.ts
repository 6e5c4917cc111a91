import type { BookingDetails } from '../../contract/bookingDetails.ts';
import { instantText } from '../../domain/calendar.ts';
import { isNothing, moneyText } from './moneyText.ts';

type Cancelled = Pick<BookingDetails, 'paid_with' | 'refunds'> & {
  readonly cancelled: NonNullable<BookingDetails['cancelled']>;
};

/** When a booking was cancelled, and what comes back or has come back of its price. */
export function cancelledText({ paid_with, refunds = [], cancelled: { at, returned } }: Cancelled): string {
  const cancelled = `It was cancelled on ${instantText(at)}.`;
  if (isNothing(returned)) return `${cancelled} Nothing came back.`;
  const amount = moneyText(paid_with, returned);
  if (paid_with === 'points') return `${cancelled} ${amount} came back to your balance.`;
  const isBack = refunds.every(({ reason, status }) => reason !== 'cancelled' || status === 'processed');
  return isBack
    ? `${cancelled} ${amount} went back the way you paid.`
    : `${cancelled} ${amount} is on its way back the way you paid.`;
}
