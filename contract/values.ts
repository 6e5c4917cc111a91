import { z } from 'zod';
import { isDate } from '../domain/time/calendar.ts';
import { parseRupees } from '../domain/money/pricing.ts';
import { parseSlotTime, slotTime } from '../domain/time/slots.ts';
import { normalNumber, normalText } from '../domain/text/typedText.ts';

/* Values that several calls share. Forms send only text (ruling 16), so every value can also be parsed from text. */

/** Digits become a number. Any other value is unchanged, and the schema rejects it. */
const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;

/** The error text of an invalid value. The server's own error map handles a missing one. */
const errorMessage = (text: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : text),
});

/**
 * A whole number from 1 to `max`, as a number or as digits. `name` is used in the error text of a field with several numbers.
 */
export const wholeNumber = (max: number, name?: string) => {
  const named = name === undefined ? undefined : `${name} must be a whole number from 1 to ${max}`;
  return z.preprocess(
    toNumber,
    z
      .int(errorMessage(named ?? 'must be a whole number'))
      .min(1, named ?? 'must be at least 1')
      .max(max, named ?? 'must be smaller'),
  );
};

/** A count, from 0. */
export const count = z.preprocess(
  toNumber,
  z
    .int(errorMessage('must be a whole number'))
    .min(0, 'must be at least 0')
    .max(2_147_483_647, 'must be smaller'),
);

/** A row id: a positive integer, as a number or as digits. */
export const rowId = wholeNumber(2_147_483_647);

/** A page number, 1 when missing. */
export const pageNumber = wholeNumber(999_999).default(1);

/** A calendar date 'YYYY-MM-DD' in IST. The server decides whether it can be booked. */
export const calendarDate = z.string().refine(isDate, 'must be a date, YYYY-MM-DD').meta({ format: 'date' });

/** The `from_day` of the cancellation policies that the customer saw: a change during the day does not apply to the booking. */
export const policyFrom = calendarDate.optional();

/** A slot boundary, 'HH:MM' or 'HH:MM:SS', normalised to the latter. */
export const slotBoundary = z.string().transform((text, context) => {
  const slot = parseSlotTime(text);
  if (slot === null) {
    context.addIssue({ code: 'custom', message: 'must be on the hour or half past, HH:MM:SS' });
    return z.NEVER;
  }
  return slotTime(slot);
});

/** Rupees with up to two decimals, as text or number; parsed to integer paise. */
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

/**
 * Rupees, or points, with up to two decimals, as text or number; parsed to hundredths. Which of them it is depends on
 * the booking.
 */
export const amountInHundredths = z
  .union([z.number(), z.string()], errorMessage('must be an amount with at most two decimals'))
  .transform((amount, context) => {
    const hundredths = parseRupees(String(amount));
    if (hundredths === null) {
      context.addIssue({ code: 'custom', message: 'must be an amount with at most two decimals' });
      return z.NEVER;
    }
    return hundredths;
  });

/** The same with a sign: an amount to pay, or a negative amount that is refunded. */
export const signedHundredths = z
  .union([z.number(), z.string()], errorMessage('must be an amount with at most two decimals'))
  .transform((amount, context) => {
    const [, minus, digits = ''] = /^(-?)(.*)$/s.exec(String(amount).trim()) ?? [];
    const hundredths = parseRupees(digits);
    if (hundredths === null) {
      context.addIssue({ code: 'custom', message: 'must be an amount with at most two decimals' });
      return z.NEVER;
    }
    return minus && hundredths !== 0 ? -hundredths : hundredths;
  });

/** An id of the payment provider, such as 'pay_…'. */
export const providerId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`), `must be an id of the form ${prefix}_…`);

/** Null for empty text, which forms send for a missing value, and for undefined. */
export const emptyIsNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

/** Typed text in its normal form. Every text of the contract is built on it. */
export const typedText = z.string().overwrite(normalText);

/** Required text from a person, of bounded length. */
export const filledText = (max: number) =>
  typedText.min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** Optional text; empty text counts as absent. */
export const optionalText = (max: number) =>
  typedText
    .max(max, `must be at most ${max} characters`)
    .optional()
    .transform((text) => (text === '' ? undefined : text));

/**
 * Control characters, line breaks of any kind and lone surrogates. A line of text must not contain them, nor must an email
 * header.
 */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const isLine = (text: string | undefined): boolean => text === undefined || !NOT_IN_A_LINE.test(text);

/** Required text of a single line, which may be used in an email header. */
export const filledLine = (max: number) => filledText(max).refine(isLine, 'must be a single line of text');

/** Optional text of a single line; empty text counts as absent. */
export const optionalLine = (max: number) =>
  optionalText(max).refine(isLine, 'must be a single line of text');

/** The id of a row, or undefined for an empty text. */
export const optionalUuid = z.union([z.literal('').transform(() => undefined), z.uuid()]).optional();

/** The optional number of a receipt or a transfer, with digits and hyphens in ASCII. */
export const optionalNumber = (max: number) =>
  optionalLine(max).transform((text) => text && normalNumber(text));

/** The required number of a transfer, in the same spelling. */
export const filledNumber = (max: number) => filledLine(max).transform(normalNumber);

/** A switch of a form. */
export const flag = z.preprocess(
  (value) => (value === '1' || value === 'true' ? true : value === '0' || value === 'false' ? false : value),
  z.boolean(),
);
