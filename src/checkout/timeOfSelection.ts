import { fullDate } from '../../domain/calendar.ts';
import { clockTime } from '../../domain/slots.ts';
import type { BookingSelection } from '../../machines/events/checkout.ts';

/** A selection's date and, if chosen, its times, formatted for people in IST. */
export const timeOfSelection = ({ date, range }: BookingSelection): string =>
  range ? `${fullDate(date)}, ${clockTime(range.start)} to ${clockTime(range.end)}` : fullDate(date);
