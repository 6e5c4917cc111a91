/** The path of the room search (spec 2). */
export const ROOMS_PATH = '/meeting-room';

/** The link to the rooms that seat a number of people. */
export const roomsLink = (headcount: number): string => `${ROOMS_PATH}?headcount=${headcount}`;
