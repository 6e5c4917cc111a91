import { fullDate } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';

/** The IST date, the times if they are chosen, and the number of further dates of a series. */
export function timeOfSelection({ date, range, series }: BookingSelection): string {
  const time = range
    ? `${fullDate(date)}, ${clockTime(range.start)} to ${clockTime(range.end)}`
    : fullDate(date);
  return series ? `${time}, and ${series.dates.length - 1} more` : time;
}
