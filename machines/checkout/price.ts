import { enoughPoints, pointsFromHalf } from '../../domain/points.ts';
import { type Price, priceOf } from '../../domain/pricing.ts';
import { slotCount } from '../../domain/slots.ts';
import type { BookingSelection, SeriesDate } from '../events/checkout.ts';

const priceOfDate = ({ room, range }: Pick<SeriesDate, 'room' | 'range'>): Price =>
  priceOf(Math.round(room.price_per_hour * 100), slotCount(range));

const addPrices = (one: Price, other: Price): Price => ({
  subtotal: one.subtotal + other.subtotal,
  sgst: one.sgst + other.sgst,
  cgst: one.cgst + other.cgst,
  total: one.total + other.total,
});

/** The slots of a selection, of all dates when it is repeated; 0 while start and end are missing. */
export const slotsOfSelection = ({ range, series }: BookingSelection): number =>
  series
    ? series.dates.reduce((slots, date) => slots + slotCount(date.range), 0)
    : range
      ? slotCount(range)
      : 0;

/** The price of a selection, in paise, of all dates when it is repeated; null while start and end are missing. */
export const priceOfSelection = ({ room, range, series }: BookingSelection): Price | null =>
  series ? series.dates.map(priceOfDate).reduce(addPrices) : range && priceOfDate({ room, range });

/** What is charged for a selection, in paise: its price, or what moving a booking to it costs. 0 while times are missing. */
export const amountToPay = (selection: BookingSelection): number =>
  selection.moves?.difference ?? priceOfSelection(selection)?.total ?? 0;

/** Lit points of a member, in points. */
export interface PointsPayment {
  readonly balance: number;
  readonly needed: number;
}

/**
 * How Lit points pay for a selection: when its owner is a member and has enough of them (spec 6); null otherwise, and for a
 * booking that was paid by card and is moved.
 */
export function pointsPayment(
  selection: BookingSelection,
  { isMember, points }: { readonly isMember: boolean; readonly points: number },
): PointsPayment | null {
  const slots = slotsOfSelection(selection);
  if (selection.moves) return null;
  return isMember && enoughPoints(points, slots) ? { balance: points, needed: pointsFromHalf(slots) } : null;
}
