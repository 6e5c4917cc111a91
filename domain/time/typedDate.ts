import { isDate } from './calendar.ts';

/** A date as people in India write it, '24/11/2026'; '' for a text that is not a date. */
export function formatDayFirst(date: string): string {
  if (!isDate(date)) return '';
  const [year, month, day] = date.split('-');
  return `${day}/${month}/${year}`;
}

/**
 * Parses a typed date, the day first, to 'YYYY-MM-DD': '24/11/2026', '4-1-2027', '4.1.2027', '4 1 2027' or '24112026'. Null
 * when the text is incomplete or not a real date. A year has four digits, because '24/11/20' may be the beginning of one.
 */
export function parseDayFirst(text: string): string | null {
  const typed =
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/.exec(text.trim()) ??
    /^(\d\d)(\d\d)(\d{4})$/.exec(text.trim());
  if (!typed) return null;
  const [, day = '', month = '', year = ''] = typed;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}
