import type { DayPlan, PlanRoom } from './dayPlan.ts';
import { startedSlots } from '../../../domain/time/calendar.ts';
import { WHOLE_DAY } from '../../../domain/time/openingHours.ts';
import { freeRanges } from '../../../domain/time/ranges.ts';
import { slotsIn, SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';

export interface FreeSlot {
  readonly roomId: number;
  readonly start: number;
}

/** 9:00 AM, the start of an office day: earlier slots are requested less often. */
const PREFERRED_START = 18;

/**
 * Slots from 9:00 AM on come first, then earlier ones; started slots are skipped. Of rooms that are free at
 * the same time, the first one is taken. Null: no slot is free. `now`: milliseconds since 1970.
 */
export function firstFreeSlot(plan: DayPlan, now: number): FreeSlot | null {
  const rooms = plan.rooms.map((room) => ({ id: room.id, free: freeTimesOf(room, plan, now) }));
  const slots = slotsIn(WHOLE_DAY);
  const byPreference = [
    ...slots.filter((slot) => slot >= PREFERRED_START),
    ...slots.filter((slot) => slot < PREFERRED_START),
  ];
  for (const start of byPreference) {
    const room = rooms.find(({ free }) => free.some((range) => covers(range, start)));
    if (room) return { roomId: room.id, start };
  }
  return null;
}

/** From `now` on (milliseconds since 1970) if the plan is of today. */
export const freeTimes = (
  plan: DayPlan,
  now: number,
): { readonly name: string; readonly free: readonly SlotRange[] }[] =>
  plan.rooms.map((room) => ({ name: room.name, free: freeTimesOf(room, plan, now) }));

/** True when a room is free in all of a range. `now`: as in `freeTimes`. */
export const isFreeIn = (room: PlanRoom, plan: DayPlan, { start, end }: SlotRange, now: number): boolean =>
  freeTimesOf(room, plan, now).some((range) => range.start <= start && end <= range.end);

function freeTimesOf(
  { id, open }: PlanRoom,
  { date, entries, buffers }: DayPlan,
  now: number,
): readonly SlotRange[] {
  const started = slotsIn({ start: 0, end: startedSlots(date, now) });
  const taken = [...entries, ...buffers]
    .filter(({ roomId }) => roomId === id)
    .flatMap(({ range }) => slotsIn(range));
  return freeRanges({ taken: [...started, ...taken], open });
}

/** One hour later, or half an hour later if the next slot is taken. */
export function defaultEnd(plan: DayPlan | null, { roomId, start }: FreeSlot): number {
  const isTaken = [...(plan?.entries ?? []), ...(plan?.buffers ?? [])].some(
    (each) => each.roomId === roomId && covers(each.range, start + 1),
  );
  return Math.min(start + (isTaken ? 1 : 2), SLOTS_PER_DAY);
}

const covers = ({ start, end }: SlotRange, slot: number): boolean => start <= slot && slot < end;
