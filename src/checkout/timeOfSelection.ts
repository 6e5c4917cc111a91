import { fullDate } from '../../domain/calendar.ts';
import { clockTime } from '../../domain/slots.ts';
import type { BookingSelection } from '../../machines/events/checkout.ts';

/** When a selection is: its date and, where they are chosen, its times; for people, in IST. */
export const timeOfSelection = ({ date, range }: BookingSelection): string =>
  range ? `${fullDate(date)}, ${clockTime(range.start)} to ${clockTime(range.end)}` : fullDate(date);
