import { amountField } from '../../../../domain/money/amounts.ts';
import type { AmountPaid } from '../../../../domain/money/cancellation.ts';
import { rupeesAmount } from '../../../../domain/money/pricing.ts';
import { snakeCase } from '../../../../domain/text/camelCased.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../../domain/time/slots.ts';

/** Fields that have another name or unit in the API, as the API sends them. Ranges are those of a user's bookings. */
const fields: Readonly<Record<string, (value: never) => object>> = {
  pricePerHour: (paise: number) => ({ price_per_hour: Number(rupeesAmount(paise)) }),
  pendingMove: (move: object) => ({ open_move: inApiFormat(move) }),
  taken: (slots: readonly number[]) => ({ taken: slots.map(slotTime) }),
  times: (ranges: readonly SlotRange[]) => ({ times: ranges.map(bookingTimes) }),
  range: ({ start, end }: SlotRange) => ({ start_time: slotTime(start), end_time: slotTime(end - 1) }),
};

const isAmount = (value: unknown): value is AmountPaid =>
  typeof value === 'object' && value !== null && 'with' in value && 'amount' in value;

/** A field that has no other name or unit; an amount says what it was paid with. */
const fieldOf = (name: string, value: unknown): object =>
  isAmount(value)
    ? { paid_with: value.with, [snakeCase(name)]: amountField(value) }
    : name === 'amount' && typeof value === 'number'
      ? { amount: rupeesAmount(value) }
      : { [snakeCase(name)]: inApiFormat(value) };

/** A value of a machine in the format of the API: the inverse of what the effects do with a response. */
export function inApiFormat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiFormat);
  if (typeof value !== 'object' || value === null) return value;
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, field]) => fields[name]?.(field as never) ?? fieldOf(name, field)),
  ) as object;
}
