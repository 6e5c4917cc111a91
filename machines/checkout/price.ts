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

/** Over all dates of a series; 0 while start or end is missing. */
export const slotsOfSelection = ({ range, series }: BookingSelection): number =>
  series
    ? series.dates.reduce((slots, date) => slots + slotCount(date.range), 0)
    : range
      ? slotCount(range)
      : 0;

/** In paise, over all dates of a series; null while start or end is missing. */
export const priceOfSelection = ({ room, range, series }: BookingSelection): Price | null =>
  series ? series.dates.map(priceOfDate).reduce(addPrices) : range && priceOfDate({ room, range });

/** In paise: the price, or the difference of a move; 0 while times are missing. */
export const amountToPay = (selection: BookingSelection): number =>
  selection.pendingMove?.difference ?? priceOfSelection(selection)?.total ?? 0;

/** Null when the card pays: as chosen, or for a move of a booking that was paid by card. */
export const pointsOfSelection = (
  selection: BookingSelection,
  balance: MemberBalance,
): PointsPayment | null =>
  selection.pendingMove || selection.paysByCard ? null : pointsPayment(balance, slotsOfSelection(selection));
