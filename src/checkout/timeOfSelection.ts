import { fullDate } from '../../domain/calendar.ts';
import { clockTime } from '../../domain/slots.ts';
import type { BookingSelection } from '../../machines/events/checkout.ts';

/** A selection's date and, if chosen, its times, formatted for people in IST, and how many dates there are when it is repeated. */
export function timeOfSelection({ date, range, series }: BookingSelection): string {
  const time = range
    ? `${fullDate(date)}, ${clockTime(range.start)} to ${clockTime(range.end)}`
    : fullDate(date);
  return series ? `${time}, and ${series.dates.length - 1} more` : time;
}
