import { isPricePerHour, parsePricePerHour, PRICE_FORMAT, rupees } from '../../domain/money/pricing.ts';
import type { Rate } from '../../domain/money/rates.ts';
import { rateTimesText } from '../../domain/rooms/rateTexts.ts';
import { MAX_PRICE_PER_HOUR } from '../../domain/rooms/roomFields.ts';
import { MAX_RATES, overlappingRates } from '../../domain/rooms/roomRates.ts';
import { slotsIn } from '../../domain/time/slots.ts';
import type { FormEntry } from '../engine/form/form.ts';
import type { FormErrors } from '../engine/form/formErrors.ts';

/* The form that sets the rates of a room. The fields of a rate have names such as 'rate 0 price' and 'rate 0 weekday 5'. */

const fields = ['days', 'start', 'end', 'price'] as const;

const rateField = (row: number, field: (typeof fields)[number]): string => `rate ${row} ${field}`;

/** In page order. */
export const rateFields = slotsIn({ start: 0, end: MAX_RATES }).flatMap((row) =>
  fields.map((field) => rateField(row, field)),
);

/** A rate as it was entered; `pricePerHour` is 0 for a text that is no price. */
interface EnteredRate extends Rate {
  readonly row: number;
}

/** In page order. */
export const enteredRates = (entry: FormEntry): readonly EnteredRate[] =>
  slotsIn({ start: 0, end: MAX_RATES })
    .filter((row) => rateField(row, 'price') in entry)
    .map((row) => ({
      row,
      weekdays: slotsIn({ start: 0, end: 7 }).filter((day) => `rate ${row} weekday ${day}` in entry),
      start: Number(entry[rateField(row, 'start')]),
      end: Number(entry[rateField(row, 'end')]),
      pricePerHour: parsePricePerHour(entry[rateField(row, 'price')] ?? ''),
    }));

function priceError(paise: number): string | null {
  if (!isPricePerHour(paise)) return `Price per hour ${PRICE_FORMAT}`;
  return paise > MAX_PRICE_PER_HOUR ? `Price per hour must be at most ${rupees(MAX_PRICE_PER_HOUR)}` : null;
}

export function rateErrors(entry: FormEntry): FormErrors {
  const rates = enteredRates(entry);
  const errors: Record<string, string> = {};
  for (const { row, weekdays, start, end, pricePerHour } of rates) {
    const price = priceError(pricePerHour);
    if (price !== null) errors[rateField(row, 'price')] = price;
    if (start >= end) errors[rateField(row, 'end')] = 'Choose a later end';
    if (weekdays.length === 0) errors[rateField(row, 'days')] = 'Choose the days';
  }
  if (Object.keys(errors).length > 0) return errors;
  const [first, second] = (overlappingRates(rates) ?? []).map((nth) => rates[nth]);
  if (!first || !second) return {};
  return {
    [rateField(second.row, 'days')]:
      `Two prices for the same time: another one is for ${rateTimesText(first)}`,
  };
}
