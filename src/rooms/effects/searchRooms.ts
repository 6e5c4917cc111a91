import { paths } from '../../../contract/paths.ts';
import type { SearchResponse } from '../../../contract/rooms/search.ts';
import { MINUTES_PER_SLOT, slotCount, slotTime } from '../../../domain/time/slots.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** Loads which rooms are free in the requested slot range of a search. */
export const createSearchRooms =
  (send: Send): Effects['rooms']['search'] =>
  async ({ city, date, headcount, requestedRange: wanted }, signal) => {
    if (!wanted) return [];
    const { data } = await send<SearchResponse>({
      url: paths.searchRooms,
      params: {
        city,
        date,
        start: slotTime(wanted.start),
        duration: slotCount(wanted) * MINUTES_PER_SLOT,
        headcount,
      },
      signal,
    });
    return data.map(({ id: roomId, match }) => ({ roomId, match }));
  };
