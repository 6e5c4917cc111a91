import type { DayPlan } from '../../../machines/desk/dayPlan.ts';
import { startedSlots } from '../../../domain/time/calendar.ts';
import { isOpenFor } from '../../../domain/time/openingHours.ts';
import { SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';

export interface FreeSlot {
  readonly roomId: number;
  readonly start: number;
}

/** 9:00 AM, the start of an office day: earlier slots are requested less often. */
const PREFERRED_START = 18;

/**
 * The first free slot of a plan's day: slots from 9:00 AM on come first, then earlier ones; started slots are skipped. Among rooms
 * that are free at the same time the first one is taken. Null if no slot is free. `now`: milliseconds since 1970.
 */
export function firstFreeSlot(plan: DayPlan, now: number): FreeSlot | null {
  const started = startedSlots(plan.date, now);
  const upcoming = Array.from({ length: SLOTS_PER_DAY - started }, (_, index) => started + index);
  const byPreference = [
    ...upcoming.filter((slot) => slot >= PREFERRED_START),
    ...upcoming.filter((slot) => slot < PREFERRED_START),
  ];
  for (const start of byPreference) {
    const room = plan.rooms.find(
      ({ id, open }) =>
        isOpenFor(open, { start, end: start + 1 }) &&
        !plan.entries.some((entry) => entry.roomId === id && covers(entry.range, start)),
    );
    if (room) return { roomId: room.id, start };
  }
  return null;
}

/** The free times of each room of a plan, from now on if its day is today. `now`: milliseconds since 1970. */
export function freeTimes(
  plan: DayPlan,
  now: number,
): { readonly name: string; readonly free: SlotRange[] }[] {
  const started = startedSlots(plan.date, now);
  return plan.rooms.map(({ id, name, open }) => {
    const free: SlotRange[] = [];
    let start = Math.max(open?.start ?? 0, started);
    const end = open?.end ?? 0;
    const taken = plan.entries
      .filter((entry) => entry.roomId === id)
      .map(({ range }) => range)
      .toSorted((a, b) => a.start - b.start);
    for (const range of [...taken, { start: end, end }]) {
      if (start < Math.min(range.start, end)) free.push({ start, end: Math.min(range.start, end) });
      start = Math.max(start, range.end);
    }
    return { name, free };
  });
}

/** The initial end of a booking that begins at a slot: one hour later, or half an hour later if the next slot is taken. */
export function defaultEnd(plan: DayPlan | null, { roomId, start }: FreeSlot): number {
  const isTaken = plan?.entries.some((entry) => entry.roomId === roomId && covers(entry.range, start + 1));
  return Math.min(start + (isTaken ? 1 : 2), SLOTS_PER_DAY);
}

const covers = ({ start, end }: { start: number; end: number }, slot: number): boolean =>
  start <= slot && slot < end;
