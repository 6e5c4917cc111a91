import type { Arrival } from '../../../machines/desk/plan/dayPlan.ts';
import {
  arrivalNames,
  type BookingCode,
  bookingCodes,
  bookingStateNames,
  stateOfCode,
} from '../../../domain/bookings/bookingStates.ts';
import { instantText, isDate, longDate } from '../../../domain/time/calendar.ts';
import { payOutMethodNames, refundMethodNames } from '../../../domain/money/deskPayment.ts';
import type { Rate } from '../../../domain/money/rates.ts';
import { rateText } from '../../../domain/rooms/rateTexts.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { camelCase } from '../../../domain/text/camelCased.ts';
import { durationText } from '../../../domain/rooms/durations.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { clockTime, parseSlotTime, SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';
import { amountText, parseAmount } from '../../../domain/money/amounts.ts';

/* The names and values of changed fields. They are named as in the forms of the desk. */

const fieldNames: Readonly<Record<string, string>> = {
  capacity: 'seats',
  minSlots: 'shortest booking',
  maxSlots: 'longest booking',
  bufferSlots: 'free after each booking',
  buildingNo: 'building',
  streetName: 'street',
  areaName: 'area',
  image: 'picture',
  images: 'pictures',
  imageAlts: 'descriptions of pictures',
  layouts: 'seats by layout',
  fromDay: 'first day',
  publishAt: 'on the site from',
  body: 'text',
  userId: 'person',
  isBlocked: 'blocked',
  // Entries of version 0.1.
  letters: 'emails',
  characters: 'length in characters',
  gstin: 'GSTIN',
  map: 'map link',
  whatsapp: 'WhatsApp number',
};

export const fieldName = (name: string): string =>
  fieldNames[camelCase(name)] ?? name.replace(/_(paise|slot|id)$/, '').replaceAll('_', ' ');

const slotTimeText = (slot: unknown): string =>
  slot === SLOTS_PER_DAY ? 'midnight' : clockTime(Number(slot));

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Equal days are joined: 'Mon–Sat 6:00 AM–9:00 PM, Sun closed'. */
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

/** Fields with an amount of the API: rupees with two decimals, or points. */
const AMOUNTS: ReadonlySet<string> = new Set(['paid', 'amount', 'returned', 'policyReturns']);

/** As they are in entries of payments and refunds. */
const methodNames: Readonly<Record<string, string>> = { ...refundMethodNames, ...payOutMethodNames };

const codes: ReadonlySet<string> = new Set(Object.values(bookingCodes));

export function fieldText(name: string, value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'string') {
    // Entries have the code of the database, which differs from the state's name.
    if (name === 'status' && codes.has(value)) return bookingStateNames[stateOfCode(value as BookingCode)];
    if (name === 'arrival' && value in arrivalNames) return arrivalNames[value as Arrival];
    if (name === 'method') return methodNames[value] ?? value;
  }
  if (typeof value === 'string' && AMOUNTS.has(camelCase(name)) && /^\d+(?:\.\d+)?$/.test(value)) {
    return amountText(parseAmount(/\.\d\d$/.test(value) ? 'card' : 'points', value));
  }
  if (typeof value === 'string' && (name === 'from' || name === 'to')) {
    const slot = parseSlotTime(value);
    if (slot !== null) return slotTimeText(slot);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && /^(?:min|max|buffer)_?slots$/i.test(name)) {
    return value === 0 ? 'none' : durationText(value);
  }
  if (typeof value === 'number' && name.endsWith('_paise')) return rupees(value, 'always');
  if (typeof value === 'number' && name.endsWith('_slot')) return slotTimeText(value);
  if (typeof value === 'string')
    return isDate(value) ? longDate(value) : isInstant(value) ? instantText(value) : value;
  if (Array.isArray(value)) {
    if (camelCase(name) === 'openingHours') return weekText((value as (SlotRange | null)[]).map(hoursText));
    // Older entries have opening and closing times in separate fields.
    if (name === 'opens' || name === 'closes') return weekText(value.map(slotTimeText));
    if (name === 'rates' && value.length > 0) return (value as Rate[]).map(rateText).join('; ');
    if (name === 'images') return String(value.length);
    return value.length === 0 ? 'none' : value.map((each) => fieldText('', each)).join(', ');
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  if (camelCase(name) === 'imageAlts') return entries.map(([, alt]) => `“${alt}”`).join(', ');
  return entries.map(([key, each]) => `${fieldName(key)} ${fieldText(key, each)}`).join(', ');
}

/** The whole text would not fit the notice. Reloading the form shows it. */
const shorten = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 300).replace(/\s+\S*$/, '')} …` : text;

/** As displayed names and displayed values. */
export const changedFields = (
  fields: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] =>
  Object.entries(fields).map(([name, value]) => [fieldName(name), shorten(fieldText(name, value))]);
