import { paths } from '../../../contract/paths.ts';
import type { RoomWeekResponse } from '../../../contract/rooms/rooms.ts';
import { openRangeOf, WHOLE_DAY } from '../../../domain/time/openingHours.ts';
import { slotsAt } from '../../../domain/time/slots.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export const createRoomWeek =
  (send: Send): Effects['rooms']['week'] =>
  async ({ roomId, from }, signal) => {
    const { data } = await send<RoomWeekResponse>({
      url: paths.roomWeek,
      params: { id: roomId, from },
      signal,
    });
    return data.days.map(({ date, time, open }) => ({
      date,
      taken: slotsAt(time),
      // A server of the previous version sends no opening hours, and checks each booking.
      open: open === undefined ? WHOLE_DAY : open && openRangeOf(open),
    }));
  };
