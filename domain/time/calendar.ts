import { SLOTS_PER_DAY } from './slots.ts';

/**
 * Dates are 'YYYY-MM-DD' strings of the calendar in Asia/Kolkata; the time zones of the browser and the server do not
 * matter (ruling 4). India has a fixed offset of five and a half hours and no daylight saving.
 */
const IST_OFFSET_MS = 330 * 60_000;
const DAY_MS = 86_400_000;

/** Spec 5. */
const WINDOW_MONTHS = 6;

/** `now` in milliseconds since 1970, UTC. */
export const dateAt = (now: number): string => new Date(now + IST_OFFSET_MS).toISOString().slice(0, 10);

/** `now` in milliseconds since 1970, UTC. The year is that in India. */
export const yearAt = (now: number): number => Number(dateAt(now).slice(0, 4));

/** The time of day in India at an instant (milliseconds since 1970, UTC), rounded down to the minute: '8:07 AM'. */
export function timeAt(instant: number): string {
  const time = new Date(instant + IST_OFFSET_MS);
  const hour = time.getUTCHours();
  const minutes = String(time.getUTCMinutes()).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Milliseconds since 1970, UTC. The slot may be 48, the end of the day. */
export const instantOf = (date: string, slot: number): number =>
  Date.parse(`${date}T00:00:00Z`) - IST_OFFSET_MS + slot * 30 * 60_000;

/** Months count from 1; 13 is January of the next year. */
const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** True for a real calendar date written 'YYYY-MM-DD', from the year 1. */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text)) return false;
  const day = Number(text.slice(8));
  // This line is a shortcut, because nearly every API call has a date: every month has 28 days.
  return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Clamped to the last day of the month (ruling 5). */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = daysInMonth(year, month + months);
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

export const lastBookableDate = (today: string): string => addMonths(today, WINDOW_MONTHS);

/** Cached, because every API call needs the window of the current day. */
let latestWindow = { first: '', last: '' };

/** The first and last date of the booking window at an instant: today to six months ahead, inclusive (spec 5). */
export function bookingWindow(now: number): { first: string; last: string } {
  const first = dateAt(now);
  if (latestWindow.first !== first) latestWindow = { first, last: lastBookableDate(first) };
  return latestWindow;
}

/** Why a date cannot be booked at an instant; null when it can. */
export function validateDate(date: string, now: number): 'not-a-date' | 'past' | 'too-far' | null {
  if (!isDate(date)) return 'not-a-date';
  const { first, last } = bookingWindow(now);
  if (date < first) return 'past';
  return date > last ? 'too-far' : null;
}

/** The number of slots of a date that have started at an instant: 0 for future dates, 48 for past ones (ruling 6). */
export function startedSlots(date: string, now: number): number {
  const started = Math.floor((now - instantOf(date, 0)) / (30 * 60_000)) + 1;
  return Math.min(SLOTS_PER_DAY, Math.max(0, started));
}

const inUtc = (date: string): Date => new Date(`${date}T00:00:00Z`);
// Intl.DateTimeFormat is not used: creating the first one takes up to 100 ms on a phone.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const monthOf = (utc: Date): string => MONTHS[utc.getUTCMonth()] as string;

/** A month 'YYYY-MM' in words: 'November 2025'. */
export const monthText = (month: string): string =>
  `${MONTHS[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** From 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (date: string): number => (inUtc(date).getUTCDay() + 6) % 7;

/** `weekday`: from 0 (Monday) to 6 (Sunday). */
export const weekdayName = (weekday: number): string => WEEKDAYS[(weekday + 1) % 7] as string;

/** 'Friday 21 November 2025': a full date in en-GB style (spec 9). */
export const fullDate = (date: string): string => `${WEEKDAYS[inUtc(date).getUTCDay()]} ${longDate(date)}`;

/** '21 November 2025': a date without its weekday in en-GB style (spec 9). */
export function longDate(date: string): string {
  const utc = inUtc(date);
  return `${utc.getUTCDate()} ${monthOf(utc)} ${utc.getUTCFullYear()}`;
}

/** '21 November 2025, 8:07 AM': the date and time in India of an ISO instant. */
export function instantText(instant: string): string {
  const at = Date.parse(instant);
  return `${longDate(dateAt(at))}, ${timeAt(at)}`;
}

/** 'November 2025': the month of a date. */
export function longMonth(date: string): string {
  const utc = inUtc(date);
  return `${monthOf(utc)} ${utc.getUTCFullYear()}`;
}

/** { day: '21', month: 'Nov' }, as on a booking card (spec 2). */
export function dayAndMonth(date: string): { day: string; month: string } {
  const utc = inUtc(date);
  return { day: String(utc.getUTCDate()), month: monthOf(utc).slice(0, 3) };
}
