import { type MemberBalance, pointsPayment, type PointsPayment } from '../../domain/money/points.ts';
import type { Price } from '../../domain/money/pricing.ts';
import {
  priceOfTimes,
  type RatedRange,
  ratedRanges,
  rangesWithRates,
  slotPricesOf,
  subtotalOf,
} from '../../domain/money/rates.ts';
import { slotCount } from '../../domain/time/slots.ts';
import type { BookingSelection, SeriesDate } from './events.ts';

const priceOfDate = ({ room, date, range }: SeriesDate): Price => priceOfTimes(room, date, range);

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
export const priceOfSelection = ({ room, date, range, series }: BookingSelection): Price | null =>
  series ? series.dates.map(priceOfDate).reduce(addPrices) : range && priceOfDate({ room, date, range });

/** A part of a subtotal (paise) at one price per hour. `range`: null for the hours of several dates together. */
export interface PricePart {
  readonly pricePerHour: number;
  readonly slots: number;
  readonly range: RatedRange | null;
  readonly subtotal: number;
}

/** What each price per hour adds to the subtotal; no parts when no slot of the selection has a rate. */
export function partsOfSelection({ room, date, range, series }: BookingSelection): readonly PricePart[] {
  const dates = series?.dates ?? (range ? [{ room, date, range }] : []);
  if (dates.every((each) => rangesWithRates(each.room, each.date, each.range).length === 0)) return [];
  const parts = dates
    .flatMap((each) => ratedRanges(each.range.start, slotPricesOf(each.room, each.date, each.range)))
    .map((part) => ({
      pricePerHour: part.pricePerHour,
      slots: slotCount(part),
      range: series ? null : part,
      subtotal: subtotalOf(part),
    }));
  if (!series) return parts;
  const prices = [...new Set(parts.map(({ pricePerHour }) => pricePerHour))];
  return prices.map((pricePerHour) =>
    parts
      .filter((part) => part.pricePerHour === pricePerHour)
      .reduce((a, b) => ({ ...a, slots: a.slots + b.slots, subtotal: a.subtotal + b.subtotal })),
  );
}

/** In paise: the price, or the difference of a move; 0 while times are missing. */
export const amountToPay = (selection: BookingSelection): number =>
  selection.pendingMove?.difference ?? priceOfSelection(selection)?.total ?? 0;

/** True when the account of the user's company pays. */
export const isOnAccount = ({ paysOnAccount, pendingMove, series }: BookingSelection): boolean =>
  paysOnAccount === true && !pendingMove && !series;

/** Null when the card pays: as chosen, or for a move of a booking that was paid by card. */
export const pointsOfSelection = (
  selection: BookingSelection,
  balance: MemberBalance,
): PointsPayment | null =>
  selection.pendingMove || selection.paysByCard || isOnAccount(selection)
    ? null
    : pointsPayment(balance, slotsOfSelection(selection));
