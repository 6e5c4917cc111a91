import { enoughPoints, pointsFromHalf } from '../../domain/money/points.ts';
import { type Price, priceOf } from '../../domain/money/pricing.ts';
import { slotCount } from '../../domain/time/slots.ts';
import type { BookingSelection, SeriesDate } from './events.ts';

const priceOfDate = ({ room, range }: Pick<SeriesDate, 'room' | 'range'>): Price =>
  priceOf(room.pricePerHour, slotCount(range));

const addPrices = (a: Price, b: Price): Price => ({
  subtotal: a.subtotal + b.subtotal,
  sgst: a.sgst + b.sgst,
  cgst: a.cgst + b.cgst,
  total: a.total + b.total,
});

/** The number of slots of a selection, over all dates of a series; 0 while start and end are missing. */
export const slotsOfSelection = ({ range, series }: BookingSelection): number =>
  series
    ? series.dates.reduce((slots, date) => slots + slotCount(date.range), 0)
    : range
      ? slotCount(range)
      : 0;

/** The price of a selection in paise, over all dates of a series; null while start and end are missing. */
export const priceOfSelection = ({ room, range, series }: BookingSelection): Price | null =>
  series ? series.dates.map(priceOfDate).reduce(addPrices) : range && priceOfDate({ room, range });

/** The amount to pay for a selection in paise: its price, or the difference of a move. 0 while times are missing. */
export const amountToPay = (selection: BookingSelection): number =>
  selection.pendingMove?.difference ?? priceOfSelection(selection)?.total ?? 0;

/** The balance of a member and the points that a booking needs, in points. */
export interface PointsPayment {
  readonly balance: number;
  readonly needed: number;
}

/**
 * The payment of a selection with Lit points, if the user is a member with enough points (spec 6); null otherwise, when the
 * member chooses the card, and for the move of a booking that was paid by card.
 */
export function pointsPayment(
  selection: BookingSelection,
  { isMember, points }: { readonly isMember: boolean; readonly points: number },
): PointsPayment | null {
  const slots = slotsOfSelection(selection);
  if (selection.pendingMove || selection.paysByCard) return null;
  return isMember && enoughPoints(points, slots) ? { balance: points, needed: pointsFromHalf(slots) } : null;
}
