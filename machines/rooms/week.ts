import { addDays, lastBookableDate } from '../../domain/time/calendar.ts';
import { WHOLE_DAY } from '../../domain/time/openingHours.ts';
import { freeRanges } from '../../domain/time/ranges.ts';
import { hoursText, slotCount, type SlotRange } from '../../domain/time/slots.ts';
import type { RoomDay } from './roomPage.ts';

/* What a room's page shows of its week. All dates are IST dates. */

export const WEEK_DAYS = 7;

/** Today, or a chosen date that is not in the week of today. */
export const firstShownDay = (today: string, chosenDate: string | null): string =>
  chosenDate !== null && chosenDate > addDays(today, WEEK_DAYS - 1) ? chosenDate : today;

/** The first day of the week before; null when `from` is the first day. */
export function earlierWeek(from: string, today: string): string | null {
  if (from <= today) return null;
  const earlier = addDays(from, -WEEK_DAYS);
  return earlier < today ? today : earlier;
}

/** The first day of the week after; null when it cannot be booked yet. */
export function laterWeek(from: string, today: string): string | null {
  const later = addDays(from, WEEK_DAYS);
  return later > lastBookableDate(today) ? null : later;
}

/** From the earliest opening to the latest closing of the days. */
export function openSpan(days: readonly RoomDay[]): SlotRange {
  const open = days.flatMap((day) => day.open ?? []);
  if (open.length === 0) return WHOLE_DAY;
  return {
    start: Math.min(...open.map(({ start }) => start)),
    end: Math.max(...open.map(({ end }) => end)),
  };
}

/** A full hour near the middle. */
export const middleOf = ({ start, end }: SlotRange): number => Math.round((start + end) / 4) * 2;

/** 'closed', 'full' or '2.5 hours free', and the same in few characters. */
export function freeTexts(day: RoomDay): { readonly text: string; readonly shortText: string } {
  const slots = freeRanges(day).reduce((sum, range) => sum + slotCount(range), 0);
  if (day.open !== null && slots > 0)
    return { text: `${hoursText(slots)} free`, shortText: `${slots / 2} h free` };
  const text = day.open === null ? 'closed' : 'full';
  return { text, shortText: text };
}
