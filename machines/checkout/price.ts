import { type Price, priceOf } from '../../domain/pricing.ts';
import { slotCount } from '../../domain/slots.ts';
import type { BookingSelection } from '../events/checkout.ts';

/** The price of a selection, in paise; null while start and end are missing. */
export const priceOfSelection = ({ room, range }: BookingSelection): Price | null =>
  range && priceOf(Math.round(room.price_per_hour * 100), slotCount(range));
