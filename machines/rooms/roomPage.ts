import type { DayAvailability } from '../../domain/time/ranges.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';

/** The availability of a room on a date (IST). */
export interface RoomDay extends Required<DayAvailability> {
  readonly date: string;
}

/** A room and the first of seven days. */
export interface WeekQuery {
  readonly roomId: number;
  /** IST date. */
  readonly from: string;
}

export const weekKey = ({ roomId, from }: WeekQuery): string => `${roomId}/${from}`;

const parseWeekKey = (key: string): WeekQuery => {
  const [roomId, from = ''] = key.split('/');
  return { roomId: Number(roomId), from };
};

interface Needs {
  readonly rooms: {
    /** The days from `from` on, at most seven, without days after the booking window. */
    week(query: WeekQuery, signal: AbortSignal): Promise<readonly RoomDay[]>;
  };
}

/** A week of one room. The key is made by weekKey. */
const weekFlow = resourceFlow(
  'week',
  { needs: ['rooms'], shows: ['availability'], isPublic: true },
  ({ rooms }: Needs, key, signal) => rooms.week(parseWeekKey(key), signal),
);

/** The flows that only a room's page has. */
export const roomPageFlows = [weekFlow] as const;
