import { paths } from '../../../contract/paths.ts';
import type {
  TakenSlotsOfRoom,
  TakenSlotsOfRoomsResponse,
  TakenSlotsResponse,
} from '../../../contract/rooms/rooms.ts';
import { closedSlots, openRangeOf } from '../../../domain/time/openingHours.ts';
import { slotsAt } from '../../../domain/time/slots.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';
import type { SlotsQuery } from '../../../machines/rooms/slots/events.ts';

interface PendingCall {
  readonly roomId: number;
  readonly resolve: (slots: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Ascending: taken slots, and slots outside the opening hours. */
const unavailableSlots = ({ time, open }: TakenSlotsOfRoom): readonly number[] => {
  const closed = open === undefined ? [] : closedSlots(open && openRangeOf(open));
  return [...new Set([...slotsAt(time), ...closed])].sort((a, b) => a - b);
};

/**
 * Returns the unavailable slots of a room. Concurrent calls for the same date are batched (ruling 19), also those for the
 * same room. A single room uses the call of the specification.
 */
export function createTakenSlots(send: Send): (query: SlotsQuery) => Promise<readonly number[]> {
  const pendingByDate = new Map<string, PendingCall[]>();

  async function availabilityOf(
    date: string,
    ids: readonly number[],
  ): Promise<TakenSlotsOfRoomsResponse['data']> {
    const [id] = ids;
    if (id === undefined || ids.length > 1) {
      const call = { method: 'post', url: paths.takenSlotsOfRooms, data: { date, ids } } as const;
      return (await send<TakenSlotsOfRoomsResponse>(call)).data;
    }
    const form = new URLSearchParams({ date, id: String(id) });
    const call = { method: 'post', url: paths.takenSlots, data: form } as const;
    return { [id]: (await send<TakenSlotsResponse>(call)).data };
  }

  const load = async (date: string, calls: readonly PendingCall[]): Promise<void> => {
    try {
      const rooms = await availabilityOf(date, [...new Set(calls.map(({ roomId }) => roomId))]);
      for (const { roomId, resolve, reject } of calls) {
        const room = rooms[roomId];
        if (room) resolve(unavailableSlots(room));
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
