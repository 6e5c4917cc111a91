/** The path of the room search (spec 2). */
export const ROOMS_PATH = '/meeting-room';

/** The link to the rooms for a headcount. */
export const roomsLink = (headcount: number): string => `${ROOMS_PATH}?headcount=${headcount}`;

/** The headcount in a link to the rooms, as unvalidated text; null when there is none. */
export const headcountInLink = (path: string, query: string): string | null =>
  path === ROOMS_PATH ? new URLSearchParams(query).get('headcount') : null;
