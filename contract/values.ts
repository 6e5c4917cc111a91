import { z } from 'zod';
import { isDate } from '../domain/calendar.ts';
import { parseRupees } from '../domain/pricing.ts';
import { parseSlotTime, slotTime } from '../domain/slots.ts';

/*
 * The values that several calls share. Forms carry text only (ruling 16), so every value also reads from text.
 */

/** Digits as the number they stand for; anything else as it is, for the schema to refuse. */
const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;

/** Says what is wrong with a value; that it is missing, the server says itself. */
const errorMessage = (text: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : text),
});

const wholeNumber = (max: number) =>
  z.preprocess(
    toNumber,
    z.int(errorMessage('must be a whole number')).min(1, 'must be at least 1').max(max, 'must be smaller'),
  );

/** A row number: 1 and up, as a number or in digits. */
export const rowId = wholeNumber(2_147_483_647);

/** A page number, 1 when missing. */
export const pageNumber = wholeNumber(999_999).default(1);

/** A calendar date 'YYYY-MM-DD' in IST; whether it can be booked is the server's to say. */
export const calendarDate = z.string().refine(isDate, 'must be a date, YYYY-MM-DD');

/** A half-hour boundary, 'HH:MM' or 'HH:MM:SS', normalised to the latter. */
export const slotBoundary = z.string().transform((text, context) => {
  const slot = parseSlotTime(text);
  if (slot === null) {
    context.addIssue({ code: 'custom', message: 'must be on a half-hour, HH:MM:SS' });
    return z.NEVER;
  }
  return slotTime(slot);
});

/** Rupees with up to two decimals, as text or number; read as integer paise. */
export const rupeesInPaise = z
  .union([z.number(), z.string()], errorMessage('must be rupees with at most two decimals'))
  .transform((amount, context) => {
    const paise = parseRupees(String(amount));
    if (paise === null) {
      context.addIssue({ code: 'custom', message: 'must be rupees with at most two decimals' });
      return z.NEVER;
    }
    return paise;
  });

/** Text from a person: trimmed, not empty, bounded. */
export const filledText = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** Text that may be left out; an empty one counts as left out. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .optional()
    .transform((text) => (text === '' ? undefined : text));
