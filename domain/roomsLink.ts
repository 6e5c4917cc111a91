/** Where rooms are searched for (spec 2). */
export const ROOMS_PATH = '/meeting-room';

/** The address that lists the rooms for a headcount. */
export const roomsLink = (headcount: number): string => `${ROOMS_PATH}?headcount=${headcount}`;

/** The headcount that an address asks rooms for, as text and unchecked; null when it asks for none. */
export const headcountInLink = (path: string, query: string): string | null =>
  path === ROOMS_PATH ? new URLSearchParams(query).get('headcount') : null;
