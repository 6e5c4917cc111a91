import { parseDayFirst } from '../time/typedDate.ts';

export const ROOMS_PATH = '/meeting-room';

/**
 * The path that shows the rooms for a search form's values. `date`: the chosen date, which replaces the typed one; null without a
 * valid date, because a search needs one.
 */
export function searchPath(values: Readonly<Record<string, string>>, date: string): string | null {
  const day = date || parseDayFirst(values['date'] ?? '');
  return day ? `${ROOMS_PATH}?${new URLSearchParams({ ...values, date: day })}` : null;
}

export const roomsLink = (headcount: number): string => `${ROOMS_PATH}?headcount=${headcount}`;
