import { slotCount, type SlotRange } from '../time/slots.ts';
import { refundablePaise, type AmountPaid } from './cancellation.ts';

/**
 * What a shorter booking returns under its policy, in paise or half-points: the policy's share of what was paid for the slots that
 * it loses. `percent`: the share that cancelling returns now. `goneBack`: what has been returned already, no matter who returned
 * it. Something of the price always remains.
 */
export function shorteningRefund(
  { with: paidWith, amount }: AmountPaid,
  { from, to }: { readonly from: SlotRange; readonly to: SlotRange },
  percent: number,
  goneBack = 0,
): number {
  const value = Math.round((amount * (slotCount(from) - slotCount(to))) / slotCount(from));
  const share = Math.round((value * percent) / 100);
  if (paidWith === 'points') return Math.min(share, amount - 1);
  const refund = refundablePaise(Math.min(share, value - goneBack), amount - goneBack);
  return refund < amount ? refund : 0;
}
