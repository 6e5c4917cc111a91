import type { DayPlan } from '../../contract/dayPlan.ts';
import { startedSlots } from '../../domain/calendar.ts';
import { isOpenFor, openRangeOf } from '../../domain/openingHours.ts';
import { SLOTS_PER_DAY } from '../../domain/slots.ts';
import { rangeOfEntry } from './planText.ts';

/** A free slot of the plan. */
export interface FreePlace {
  readonly roomId: number;
  readonly start: number;
}

/** When an office day begins: earlier slots are asked for less. */
const MORNING = 18;

/**
 * The first free slot of a plan's day, in the order of its rooms, or null when there is none: from nine o'clock on, or from
 * now, then before. `now`: milliseconds since 1970.
 */
export function firstFreePlace(plan: DayPlan, now: number): FreePlace | null {
  const started = startedSlots(plan.date, now);
  const ahead = Array.from({ length: SLOTS_PER_DAY - started }, (_, index) => started + index);
  const inOrder = [...ahead.filter((slot) => slot >= MORNING), ...ahead.filter((slot) => slot < MORNING)];
  for (const start of inOrder) {
    const room = plan.rooms.find(
      ({ id, opens, closes }) =>
        isOpenFor(opens === null || closes === null ? null : openRangeOf({ opens, closes }), {
          start,
          end: start + 1,
        }) && !plan.entries.some((entry) => entry.room_id === id && covers(rangeOfEntry(entry), start)),
    );
    if (room) return { roomId: room.id, start };
  }
  return null;
}

/** When a booking that begins at a place ends at first: an hour later, or half an hour when somebody has what follows. */
export function firstEnd(plan: DayPlan | null, { roomId, start }: FreePlace): number {
  const isTaken = plan?.entries.some(
    (entry) => entry.room_id === roomId && covers(rangeOfEntry(entry), start + 1),
  );
  return Math.min(start + (isTaken ? 1 : 2), SLOTS_PER_DAY);
}

const covers = ({ start, end }: { start: number; end: number }, slot: number): boolean =>
  start <= slot && slot < end;
