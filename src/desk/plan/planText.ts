import type { PlanEntry } from '../../../contract/desk/dayPlan.ts';
import { shownState } from '../../../domain/bookings/bookingStates.ts';
import { paymentMethodNames } from '../../../domain/money/paymentMethods.ts';
import { pointsText } from '../../../domain/money/points.ts';
import { clockTime, parseSlotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { moneyText } from '../../bookings/moneyText.ts';

export const rangeOfEntry = ({
  start_time,
  end_time,
}: Pick<PlanEntry, 'start_time' | 'end_time'>): SlotRange => ({
  start: parseSlotTime(start_time) ?? 0,
  end: parseSlotTime(end_time) ?? 0,
});

/** The times of an entry: '9:00 AM to 10:00 AM'. */
export function timesOf(entry: Pick<PlanEntry, 'start_time' | 'end_time'>): string {
  const { start, end } = rangeOfEntry(entry);
  return `${clockTime(start)} to ${clockTime(end)}`;
}

/** How an entry was paid: '₹501.00 by card', '1.5 points'; empty for a block-out. */
export function paidText({
  paid_with,
  method,
  amount,
}: Pick<PlanEntry, 'paid_with' | 'method' | 'amount'>): string {
  if (paid_with === null || amount === null) return '';
  if (paid_with === 'points') return pointsText(Number(amount));
  return `${moneyText('card', amount)} ${method === null ? 'to pay' : paymentMethodNames[method]}`;
}

/** The status of an entry: 'Booked', 'Blocked', … */
export function stateText({ kind, arrival }: PlanEntry): string {
  if (kind === 'block-out') return 'Blocked';
  return shownState(kind === 'hold' ? 'held' : 'confirmed', arrival);
}

/** The accessible name of an entry: its times, status, customer and payment. */
export const entryName = (entry: PlanEntry): string =>
  [timesOf(entry), stateText(entry), entry.who, paidText(entry), ...(entry.has_note ? ['with a note'] : [])]
    .filter(Boolean)
    .join(', ');
