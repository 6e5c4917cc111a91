import { paths } from '../../contract/paths.ts';
import type {
  TakenSlotsOfRoom,
  TakenSlotsOfRoomsResponse,
  TakenSlotsResponse,
} from '../../contract/rooms.ts';
import { closedSlots, openRangeOf } from '../../domain/openingHours.ts';
import { slotTime } from '../../domain/slots.ts';
import { Failure } from '../../machines/failure.ts';
import type { Send } from './http.ts';
import type { SlotsQuery } from '../../machines/events/slots.ts';

interface PendingCall {
  readonly roomId: number;
  readonly resolve: (times: readonly string[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The start times of the slots that cannot be chosen: taken slots, and slots outside the opening hours. */
const unavailableTimes = ({ time, open }: TakenSlotsOfRoom): readonly string[] =>
  open === undefined
    ? time
    : [...new Set([...time, ...closedSlots(open && openRangeOf(open)).map(slotTime)])];

/**
 * Loads the start times of a room's unavailable slots. Concurrent calls for the same date are batched (ruling 19); a single
 * room uses the call of the specification.
 */
export function createTakenSlots(send: Send): (query: SlotsQuery) => Promise<readonly string[]> {
  const pendingByDate = new Map<string, PendingCall[]>();

  const load = async (date: string, calls: readonly PendingCall[]): Promise<void> => {
    const [first] = calls;
    try {
      if (first && calls.length === 1) {
        const form = new URLSearchParams({ date, id: String(first.roomId) });
        const { data } = await send<TakenSlotsResponse>({
          method: 'post',
          url: paths.takenSlots,
          data: form,
        });
        first.resolve(unavailableTimes(data));
        return;
      }
      const ids = [...new Set(calls.map(({ roomId }) => roomId))];
      const { data } = await send<TakenSlotsOfRoomsResponse>({
        method: 'post',
        url: paths.takenSlotsOfRooms,
        data: { date, ids },
      });
      for (const { roomId, resolve, reject } of calls) {
        const room = data[roomId];
        if (room) resolve(unavailableTimes(room));
        else reject(new Failure('PARSING_ERROR'));
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  return ({ roomId, date }) =>
    new Promise((resolve, reject) => {
      const calls = pendingByDate.get(date);
      if (calls) {
        calls.push({ roomId, resolve, reject });
        return;
      }
      pendingByDate.set(date, [{ roomId, resolve, reject }]);
      setTimeout(() => {
        const pending = pendingByDate.get(date) ?? [];
        pendingByDate.delete(date);
        void load(date, pending);
      });
    });
}
