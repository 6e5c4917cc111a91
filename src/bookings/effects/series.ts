import type { SeriesDatePreview } from '../../../contract/bookings/series.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import type { Effects } from '../../../machines/effects.ts';
import { alternativesOf } from '../../rooms/exports.ts';
import type { Send } from '../../app/effects/http.ts';

/** The signed-in user's holds count as free. */
export const createSeries = (requestAsCaller: Send): Effects['series'] => ({
  async loadDates({ room, date, range, every, count }, signal) {
    const { data } = await requestAsCaller<{ data: SeriesDatePreview[] }>({
      url: paths.series,
      params: { mid: room.id, bdate: date, ...bookingTimes(range), every, count },
      signal,
    });
    return data.map(({ bdate, state, alternatives }) => ({
      room,
      range,
      date: bdate,
      state,
      alternatives: alternatives && alternativesOf(alternatives),
    }));
  },
});
