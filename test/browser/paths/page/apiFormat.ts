import { rupeesAmount } from '../../../../domain/money/pricing.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../../domain/time/slots.ts';

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields that have another name or unit in the API, as the API sends them. Ranges are those of a user's bookings. */
const fields: Readonly<Record<string, (value: never) => object>> = {
  pricePerHour: (paise: number) => ({ price_per_hour: Number(rupeesAmount(paise)) }),
  pendingMove: (move: object) => ({ open_move: inApiFormat(move) }),
  taken: (slots: readonly number[]) => ({ taken: slots.map(slotTime) }),
  times: (ranges: readonly SlotRange[]) => ({ times: ranges.map(bookingTimes) }),
  range: ({ start, end }: SlotRange) => ({ start_time: slotTime(start), end_time: slotTime(end - 1) }),
};

/** A value of a machine in the format of the API: the inverse of what the effects do with a response. */
export function inApiFormat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiFormat);
  if (typeof value !== 'object' || value === null) return value;
  return Object.assign(
    {},
    ...Object.entries(value).map(
      ([name, field]) => fields[name]?.(field as never) ?? { [snakeCase(name)]: inApiFormat(field) },
    ),
  ) as object;
}
