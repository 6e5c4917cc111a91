import { type CamelCased, camelCased } from '../text/camelCased.ts';
import { parseSlotTime, type SlotRange, SLOTS_PER_DAY } from './slots.ts';

interface Times {
  readonly start_time: string;
  readonly end_time: string;
}

/** A value of the API in camelCase, with its two times as a slot range. */
export type Ranged<Value> = Omit<CamelCased<Value>, 'startTime' | 'endTime'> & { readonly range: SlotRange };

export type RangedIfTimed<Value> = Omit<Ranged<Value>, 'range'> & { readonly range: SlotRange | null };

const withRange = (value: object, range: SlotRange | null): unknown => ({ ...camelCased(value), range });

/** Converts a value of the API whose `end_time` is the end of its times; '00:00:00' is midnight at the end of the day. */
export const ranged = <Value extends Times>({ start_time, end_time, ...value }: Value): Ranged<Value> =>
  withRange(value, {
    start: parseSlotTime(start_time) ?? 0,
    end: parseSlotTime(end_time) || SLOTS_PER_DAY,
  }) as Ranged<Value>;

/** `ranged` for a value that may have been entered without times. */
export const rangedIfTimed = <Value extends { readonly [Time in keyof Times]: string | null }>({
  start_time,
  end_time,
  ...value
}: Value): RangedIfTimed<Value> =>
  (start_time === null || end_time === null
    ? withRange(value, null)
    : ranged({ ...value, start_time, end_time })) as RangedIfTimed<Value>;

/** Converts a value of the API whose `end_time` is the start of the last slot, as in a user's bookings (spec 9). */
export const rangedToLastSlot = <Value extends Times>({
  start_time,
  end_time,
  ...value
}: Value): Ranged<Value> =>
  withRange(value, {
    start: parseSlotTime(start_time) ?? 0,
    end: (parseSlotTime(end_time) ?? 0) + 1,
  }) as Ranged<Value>;
