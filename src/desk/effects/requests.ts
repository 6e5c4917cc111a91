import { snakeCased } from '../../../domain/text/camelCased.ts';
import { bookingTimes, slotTime } from '../../../domain/time/slots.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';

/** An entry whose `startTime` and `endTime` are slot boundaries. */
export const timedRequestOf = ({ startTime, endTime, ...entry }: FormEntry): Record<string, string> => ({
  ...snakeCased(entry),
  start_time: slotTime(Number(startTime)),
  end_time: slotTime(Number(endTime)),
});

/** A booking that may repeat. `laterDates`: its further dates, separated by commas. */
export const repeatedRequestOf = ({ laterDates = '', ...entry }: FormEntry) => ({
  ...bookingRequestOf(entry),
  ...(laterDates !== '' && { later_dates: laterDates.split(',') }),
});

/** `start` and `end` of the entry are slot boundaries. Times that are no range are sent as they are: the server refuses them. */
export function bookingRequestOf({
  roomId = '',
  day = '',
  start = '',
  end = '',
  ...entry
}: FormEntry): Record<string, string> {
  const range = { start: Number(start), end: Number(end) };
  const times = bookingTimes(range);
  return {
    ...snakeCased(entry),
    mid: roomId,
    bdate: day,
    ...times,
    ...(range.start >= range.end && { etime: times.stime }),
  };
}
