import type { SeriesDatePreview } from '../../../contract/bookings/series.ts';
import type { Alternatives } from '../../../domain/bookings/alternatives.ts';
import { MIN_SERIES_DATES } from '../../../domain/bookings/series.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { SeriesDate } from '../../checkout/exports.ts';

/** As the server returned it, or as the user replaced it. */
export interface PreviewedDate extends SeriesDate {
  readonly state: SeriesDatePreview['state'];
  readonly alternatives: Alternatives | undefined;
}

interface PreviewedDates {
  readonly dates: readonly PreviewedDate[];
}

export const datesWithAlternatives = ({ dates }: PreviewedDates): readonly string[] =>
  dates.filter(({ alternatives }) => alternatives !== undefined).map(({ date }) => date);

/** Every date is free, and there are enough of them. */
export const isBookable = ({ dates }: PreviewedDates): boolean =>
  dates.length >= MIN_SERIES_DATES && dates.every(({ state }) => state === 'free');

/** The chosen room and times are an alternative of a date that is not free. */
function isOffered({ room, range, state, alternatives }: PreviewedDate, chosen: SeriesDate): boolean {
  if (state === 'free' || !alternatives) return false;
  const hasRange = ({ start, end }: SlotRange) => start === chosen.range.start && end === chosen.range.end;
  return chosen.room.id === room.id
    ? alternatives.times.some(hasRange)
    : hasRange(range) && alternatives.rooms.some(({ id }) => id === chosen.room.id);
}

/** Repeats the user's earlier replacements and removals that are still possible. */
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

/** The number of dates on screen, or the requested number while dates are being looked for. */
export const chosenDates = (
  { dates, count }: { readonly dates: readonly unknown[]; readonly count: number },
  isLooking: boolean,
): number => (isLooking || dates.length === 0 ? count : dates.length);
