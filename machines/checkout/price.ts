import { type MemberBalance, pointsPayment, type PointsPayment } from '../../domain/money/points.ts';
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

/** The Lit points that pay for a selection; null when the card pays, as chosen or for a move of a booking that was paid by card. */
export const pointsOfSelection = (
  selection: BookingSelection,
  balance: MemberBalance,
): PointsPayment | null =>
  selection.pendingMove || selection.paysByCard ? null : pointsPayment(balance, slotsOfSelection(selection));
