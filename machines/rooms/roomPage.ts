import type { DayAvailability } from '../../domain/time/ranges.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';

/** `date` is an IST date. */
export interface RoomDay extends Required<DayAvailability> {
  readonly date: string;
}

/** Seven days from `from` on. */
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

/** The key is made by weekKey. */
const weekFlow = resourceFlow(
  'week',
  { needs: ['rooms'], shows: ['availability'], isPublic: true },
  ({ rooms }: Needs, key, signal) => rooms.week(parseWeekKey(key), signal),
);

export const roomPageFlows = [weekFlow] as const;
