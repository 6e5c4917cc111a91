import { dateAt, longDate, timeAt } from '../../domain/calendar.ts';

/** The IST date and time of an ISO instant. */
export const instantText = (iso: string): string => {
  const at = Date.parse(iso);
  return `${longDate(dateAt(at))}, ${timeAt(at)}`;
};
