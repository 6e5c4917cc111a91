import type { PlanEntry } from '../../../machines/desk/plan/dayPlan.ts';
import { shownState } from '../../../domain/bookings/bookingStates.ts';
import { paymentMethodNames } from '../../../domain/money/paymentMethods.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { amountText } from '../../../domain/money/amounts.ts';

/** '₹501.00 by card', '1.5 points'; empty for a block-out. */
export function paidText({ method, amount }: Pick<PlanEntry, 'method' | 'amount'>): string {
  if (amount === null) return '';
  if (amount.with === 'points') return amountText(amount);
  return `${amountText(amount)} ${method === null ? 'to pay' : paymentMethodNames[method]}`;
}

/** 'Booked', 'Blocked', … */
export function stateText({ kind, arrival }: PlanEntry): string {
  if (kind === 'block-out') return 'Blocked';
  return shownState(kind === 'hold' ? 'held' : 'confirmed', arrival);
}

/** The accessible name: times, status, customer and payment. */
export const entryName = (entry: PlanEntry): string =>
  [
    timesText(entry.range),
    stateText(entry),
    entry.who,
    paidText(entry),
    ...(entry.hasNote ? ['with a note'] : []),
  ]
    .filter(Boolean)
    .join(', ');
