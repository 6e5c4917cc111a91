import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { createRoomWeek } from './roomWeek.ts';
import { createSearchRooms } from './searchRooms.ts';
import { createTakenSlots } from './takenSlots.ts';

export const createAvailability = (send: Send): Pick<Effects['rooms'], 'taken' | 'search' | 'week'> => ({
  taken: createTakenSlots(send),
  search: createSearchRooms(send),
  week: createRoomWeek(send),
});
