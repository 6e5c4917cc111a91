import { type AskedTimes, comparedPrice } from '../money/rates.ts';
import type { Room } from './room.ts';

const MAX_SIMILAR = 3;

/** How many times larger one number is than another, as a logarithm. A price of 0 counts as 1. */
const logRatio = (a: number, b: number): number => Math.abs(Math.log(Math.max(a, 1) / Math.max(b, 1)));

type Compared = Pick<Room, 'id' | 'roomCapacity' | 'pricePerHour' | 'rates'>;

/**
 * The most similar other rooms by capacity and, with half the weight, by price, that of the asked times if any. Differences are
 * proportional, not absolute.
 */
export function similarRooms<Other extends Compared>(
  room: Compared,
  rooms: readonly Other[],
  asked: AskedTimes | null = null,
): readonly Other[] {
  const price = comparedPrice(room, asked);
  const distance = (other: Compared) =>
    logRatio(other.roomCapacity, room.roomCapacity) + logRatio(comparedPrice(other, asked), price) / 2;
  return rooms
    .filter(({ id }) => id !== room.id)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_SIMILAR);
}
