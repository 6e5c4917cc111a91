import { bookingTimes, parseSlotTime } from '../../../domain/time/slots.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';

/**
 * A form's entry with the times `stime`, `etime` and `ctime` of the booking calls, from its `stime` and `ctime`. Times that are no
 * range are left as they are, with `etime` equal to `stime`: the server refuses them.
 */
export function withBookingTimes(entry: FormEntry): FormEntry {
  const start = parseSlotTime(entry['stime'] ?? '');
  const end = parseSlotTime(entry['ctime'] ?? '');
  if (start === null || end === null || start >= end) return { ...entry, etime: entry['stime'] ?? '' };
  return { ...entry, ...bookingTimes({ start, end }) };
}
