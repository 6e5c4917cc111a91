import type { Selectable } from 'kysely';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { RoomTable } from '../platform/database/schema.ts';

export type StoredHours = Pick<Selectable<RoomTable>, 'opens' | 'closes'>;

/** `weekday` from 0 (Monday) to 6 (Sunday); null on a closed day. */
export function openRangeOn({ opens, closes }: StoredHours, weekday: number): SlotRange | null {
  const [start, end] = [opens[weekday], closes[weekday]];
  return start === undefined || end === undefined || start >= end ? null : { start, end };
}
