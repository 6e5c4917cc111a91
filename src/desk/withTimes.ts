import { bookingTimes, parseSlotTime } from '../../domain/slots.ts';
import type { FormEntry } from '../../machines/accountForm.ts';

/** The times from `stime` to `ctime` of an entry, as a booking has them; as they are when they are no range. */
export function withTimes(entry: FormEntry): FormEntry {
  const start = parseSlotTime(entry['stime'] ?? '');
  const end = parseSlotTime(entry['ctime'] ?? '');
  if (start === null || end === null || start >= end) return { ...entry, etime: entry['stime'] ?? '' };
  return { ...entry, ...bookingTimes({ start, end }) };
}
