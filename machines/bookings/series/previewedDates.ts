import type { SeriesDatePreview } from '../../../contract/bookings/series.ts';
import type { Alternatives } from '../../../domain/bookings/alternatives.ts';
import { MIN_SERIES_DATES } from '../../../domain/bookings/series.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { SeriesDate } from '../../checkout/exports.ts';

/** A date of the series as the server returned it, or as the user replaced it. */
export interface PreviewedDate extends SeriesDate {
  readonly state: SeriesDatePreview['state'];
  readonly alternatives: Alternatives | undefined;
}

interface PreviewedDates {
  readonly dates: readonly PreviewedDate[];
}

/** The dates whose alternatives are offered. */
export const datesWithAlternatives = ({ dates }: PreviewedDates): readonly string[] =>
  dates.filter(({ alternatives }) => alternatives !== undefined).map(({ date }) => date);

/** True when every date is free and there are enough of them. */
export const isBookable = ({ dates }: PreviewedDates): boolean =>
  dates.length >= MIN_SERIES_DATES && dates.every(({ state }) => state === 'free');

/** True when the chosen room and times are an alternative of a date that is not free. */
function isOffered({ room, range, state, alternatives }: PreviewedDate, chosen: SeriesDate): boolean {
  if (state === 'free' || !alternatives) return false;
  const hasRange = ({ start, end }: SlotRange) => start === chosen.range.start && end === chosen.range.end;
  return chosen.room.id === room.id
    ? alternatives.times.some(hasRange)
    : hasRange(range) && alternatives.rooms.some(({ id }) => id === chosen.room.id);
}

/** The dates of the server with the user's earlier replacements and removals, if those are still possible. */
export const applyEarlierChoices = (
  found: readonly PreviewedDate[],
  chosen: readonly SeriesDate[],
): readonly PreviewedDate[] =>
  chosen.length === 0
    ? found
    : found.flatMap((date) => {
        const before = chosen.find((earlier) => earlier.date === date.date);
        if (!before) return [];
        const { room, range } = before;
        return isOffered(date, before)
          ? [{ date: date.date, room, range, state: 'free' as const, alternatives: undefined }]
          : [date];
      });

/** The number of dates of a series that are chosen: those on screen, or what is being looked for. */
export const chosenDates = (
  { dates, count }: { readonly dates: readonly unknown[]; readonly count: number },
  isLooking: boolean,
): number => (isLooking || dates.length === 0 ? count : dates.length);
