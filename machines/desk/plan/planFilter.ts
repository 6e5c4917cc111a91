import { parseSlotTime, type SlotRange } from '../../../domain/time/slots.ts';
import type { FormEntry } from '../../engine/form/form.ts';
import type { FormErrors } from '../../engine/form/formErrors.ts';
import type { DayPlan } from './dayPlan.ts';
import { isFreeIn } from './freeSlot.ts';

/** Which rooms a plan shows. */
export interface PlanFilter {
  /** At least this many; null for any. */
  readonly seats: number | null;
  readonly area: string | null;
  /** The rooms that are free in all of this range. */
  readonly free: SlotRange | null;
}

export const isFiltering = ({ seats, area, free }: PlanFilter): boolean =>
  seats !== null || area !== null || free !== null;

/** With the rooms that match, and their entries. `now`: milliseconds since 1970; times that have begun are not free. */
export function filteredPlan(plan: DayPlan, filter: PlanFilter, now: number): DayPlan {
  // The same object, so that the plan is not rendered again.
  if (!isFiltering(filter)) return plan;
  const { seats, area, free } = filter;
  const rooms = plan.rooms.filter(
    (room) =>
      (seats === null || room.capacity >= seats) &&
      (area === null || room.area === area) &&
      (free === null || isFreeIn(room, plan, free, now)),
  );
  const ids = new Set(rooms.map(({ id }) => id));
  const isShown = ({ roomId }: { readonly roomId: number }) => ids.has(roomId);
  return { ...plan, rooms, entries: plan.entries.filter(isShown), buffers: plan.buffers.filter(isShown) };
}

/** The areas of a plan's rooms, in the order of the alphabet. */
export const areasOf = ({ rooms }: DayPlan): readonly string[] =>
  [...new Set(rooms.map(({ area }) => area))].toSorted();

const PARAMETERS = ['seats', 'area', 'from', 'to'] as const;
const SEATS = /^[1-9]\d{0,3}$/;

/** The parameters of a filter in an address or in the entry of a form: those that are not empty. */
export function filterParameters(values: Pick<URLSearchParams, 'get'>): URLSearchParams {
  const filter = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = values.get(name)?.trim() ?? '';
    if (value !== '') filter.set(name, value);
  }
  return filter;
}

/** What is wrong with the entry of the form, by field. Times are 'HH:MM'. */
export function planFilterErrors({ seats = '', from = '', to = '' }: FormEntry): FormErrors {
  const [start, end] = [parseSlotTime(from), parseSlotTime(to)];
  return {
    ...(seats.trim() !== '' && !SEATS.test(seats.trim()) && { seats: 'Enter a number of people' }),
    ...(from === '' && to !== '' && { from: 'Enter the start as well' }),
    ...(from !== '' && to === '' && { to: 'Enter the end as well' }),
    ...(start !== null && end !== null && start >= end && { to: 'Must be after the start' }),
  };
}

/** The filter of an address. A parameter that the form would refuse is ignored. */
export function planFilterOf(query: Pick<URLSearchParams, 'get'>): PlanFilter {
  const seats = query.get('seats') ?? '';
  const [start, end] = [query.get('from'), query.get('to')].map((time) => parseSlotTime(time ?? ''));
  return {
    seats: SEATS.test(seats) ? Number(seats) : null,
    area: query.get('area') || null,
    free: start != null && end != null && start < end ? { start, end } : null,
  };
}
