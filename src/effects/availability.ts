import type { Effects } from '../../machines/effects.ts';
import type { Send } from './http.ts';
import { createRoomWeek } from './roomWeek.ts';
import { createSearchRooms } from './searchRooms.ts';
import { createTakenSlots } from './takenSlots.ts';

interface Availability {
  readonly availability: Pick<Effects['rooms'], 'taken' | 'search' | 'week'>;
}

/** The calls about the availability of rooms. */
export const createAvailability = (send: Send): Availability => ({
  availability: {
    taken: createTakenSlots(send),
    search: createSearchRooms(send),
    week: createRoomWeek(send),
  },
});
