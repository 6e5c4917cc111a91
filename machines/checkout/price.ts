import { enoughPoints, pointsFromHalf } from '../../domain/points.ts';
import { type Price, priceOf } from '../../domain/pricing.ts';
import { slotCount } from '../../domain/slots.ts';
import type { BookingSelection } from '../events/checkout.ts';

/** The price of a selection, in paise; null while start and end are missing. */
export const priceOfSelection = ({ room, range }: BookingSelection): Price | null =>
  range && priceOf(Math.round(room.price_per_hour * 100), slotCount(range));

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
  { range, moves }: BookingSelection,
  { isMember, points }: { readonly isMember: boolean; readonly points: number },
): PointsPayment | null {
  const slots = range ? slotCount(range) : 0;
  if (moves) return null;
  return isMember && enoughPoints(points, slots) ? { balance: points, needed: pointsFromHalf(slots) } : null;
}
