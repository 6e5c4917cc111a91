import { slotsIn, type SlotRange } from '../time/slots.ts';
import { refundablePaise, type AmountPaid } from './cancellation.ts';

interface Shortening {
  readonly from: SlotRange;
  readonly to: SlotRange;
  /** The price per hour of each slot of `from`; missing when they all cost the same, and for a booking with points. */
  readonly slotPrices?: readonly number[] | null | undefined;
}

/** What was paid for the slots that a shorter booking loses, by what each slot cost. */
function valueOfLost(amount: number, { from, to, slotPrices }: Shortening): number {
  const costs = slotsIn(from).map((slot, nth) => ({ slot, cost: slotPrices?.[nth] ?? 1 }));
  const sumOf = (slots: typeof costs) => slots.reduce((sum, { cost }) => sum + cost, 0);
  return Math.round(
    (amount * sumOf(costs.filter(({ slot }) => slot < to.start || slot >= to.end))) / sumOf(costs),
  );
}

/**
 * What a shorter booking returns under its policy, in paise or half-points: the policy's share of what was paid for the slots that
 * it loses. `percent`: the share that cancelling returns now. `goneBack`: what has been returned already, no matter who returned
 * it. Something of the price always remains.
 */
export function shorteningRefund(
  { with: paidWith, amount }: AmountPaid,
  shortening: Shortening,
  percent: number,
  goneBack = 0,
): number {
  const value = valueOfLost(amount, shortening);
  const share = Math.round((value * percent) / 100);
  if (paidWith === 'points') return Math.min(share, amount - 1);
  const refund = refundablePaise(Math.min(share, value - goneBack), amount - goneBack);
  return refund < amount ? refund : 0;
}
