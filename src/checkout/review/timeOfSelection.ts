import { fullDate } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';

/** A selection's IST date, its times if they are chosen, and the number of further dates if it is a series, as text. */
export function timeOfSelection({ date, range, series }: BookingSelection): string {
  const time = range
    ? `${fullDate(date)}, ${clockTime(range.start)} to ${clockTime(range.end)}`
    : fullDate(date);
  return series ? `${time}, and ${series.dates.length - 1} more` : time;
}
