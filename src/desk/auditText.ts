import { instantText, isDate, longDate } from '../../domain/calendar.ts';
import { rupees } from '../../domain/pricing.ts';
import { rangeText } from '../../domain/ranges.ts';
import { clockTime, SLOTS_PER_DAY, type SlotRange } from '../../domain/slots.ts';

/** What the audit keeps, in words: the fields as the forms of the desk call them. */

const names: Readonly<Record<string, string>> = {
  capacity: 'seats',
  building_no: 'building',
  street_name: 'street',
  area_name: 'area',
  image: 'picture',
  images: 'pictures',
  image_alts: 'descriptions of pictures',
  layouts: 'seats by layout',
  from_day: 'first day',
  publish_at: 'on the site from',
  body: 'text',
};

/** The name of a field of the audit. */
export const fieldName = (name: string): string =>
  names[name] ?? name.replace(/_(paise|slot)$/, '').replaceAll('_', ' ');

const time = (slot: unknown): string => (slot === SLOTS_PER_DAY ? 'midnight' : clockTime(Number(slot)));

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What each day of the week has, as 'Mon–Sat 6:00 AM–9:00 PM, Sun closed'. */
function weekText(texts: readonly string[]): string {
  const runs: { first: number; last: number; text: string }[] = [];
  for (const [day, text] of texts.entries()) {
    const run = runs.at(-1);
    if (run?.text === text) run.last = day;
    else runs.push({ first: day, last: day, text });
  }
  return runs
    .map(({ first, last, text }) => {
      const days = [...new Set([first, last])].map((day) => WEEKDAYS[day]).join('–');
      return `${days} ${text}`;
    })
    .join(', ');
}

const hoursText = (open: SlotRange | null): string => (open ? rangeText(open) : 'closed');

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

/** The value of a field of the audit. */
export function fieldText(name: string, value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && name.endsWith('_paise')) return rupees(value, 'always');
  if (typeof value === 'number' && name.endsWith('_slot')) return time(value);
  if (typeof value === 'string')
    return isDate(value) ? longDate(value) : isInstant(value) ? instantText(value) : value;
  if (Array.isArray(value)) {
    if (name === 'opening_hours') return weekText((value as (SlotRange | null)[]).map(hoursText));
    // Older entries kept the ends of a day apart.
    if (name === 'opens' || name === 'closes') return weekText(value.map(time));
    if (name === 'images') return String(value.length);
    return value.length === 0 ? 'none' : value.map((each) => fieldText('', each)).join(', ');
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  if (name === 'image_alts') return entries.map(([, alt]) => `“${alt}”`).join(', ');
  return entries.map(([key, each]) => `${fieldName(key)} ${fieldText(key, each)}`).join(', ');
}

/** A value in a line; the form has the rest of a long text once it is loaded again. */
const inOneLine = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 300).replace(/\s+\S*$/, '')} …` : text;

/** The names and the values of fields, in words. */
export const changedFields = (
  fields: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] =>
  Object.entries(fields).map(([name, value]) => [fieldName(name), inOneLine(fieldText(name, value))]);
