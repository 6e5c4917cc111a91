import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../contract/paths.ts';
import { searchQuery, searchResponse } from '../../contract/rooms/search.ts';
import { toOpeningTimes } from '../../domain/time/openingHours.ts';
import {
  MINUTES_PER_SLOT,
  parseSlotTime,
  SLOTS_PER_DAY,
  slotTime,
  type SlotRange,
} from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { fieldError } from '../platform/http/apiError.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { checkDate } from '../slots/requestedRange.ts';
import type { DisplayedAvailability } from '../slots/displayedAvailability.ts';
import { searchRooms } from './searchRooms.ts';

interface SearchDeps {
  readonly displayed: DisplayedAvailability;
  readonly now: () => EpochMs;
}

/** Throws 400 for a range that does not start and end within one day. */
function searchedRange(time: string, minutes: number): SlotRange {
  const start = parseSlotTime(time) ?? SLOTS_PER_DAY;
  if (start >= SLOTS_PER_DAY) throw fieldError('start', 'must be a time of the day');
  const end = start + minutes / MINUTES_PER_SLOT;
  if (end > SLOTS_PER_DAY) throw fieldError('duration', 'must end by midnight');
  return { start, end };
}

/** The free rooms, and the nearest free times of the other rooms. */
const searchRoutes: FastifyPluginAsyncZod<SearchDeps> = async (app, { displayed, now }) => {
  app.get(
    paths.searchRooms,
    {
      schema: {
        operationId: 'searchRooms',
        tags: ['Rooms'],
        summary: 'The rooms that are free at a time, or at another time of that date',
        querystring: searchQuery,
        response: responseSchemas(200, searchResponse),
      },
      onRequest: app.recogniseUser,
    },
    async ({ query: { city, date, start, duration, headcount }, caller }) => {
      const clock = now();
      checkDate('date', date, clock);
      const search = {
        city,
        day: date,
        range: searchedRange(start, duration),
        headcount,
        userId: caller?.id ?? null,
        now: clock,
      };
      const found = await displayed.read({ ...search, roomIds: 'all' }, (source) =>
        searchRooms(source, search),
      );
      return {
        data: found.map(({ id, match, ranges, taken, open }) => ({
          id,
          match,
          ranges: ranges.map((range) => ({ start: slotTime(range.start), end: slotTime(range.end) })),
          time: taken.map(slotTime),
          open: open && toOpeningTimes(open),
        })),
      };
    },
  );
};
export default searchRoutes;
