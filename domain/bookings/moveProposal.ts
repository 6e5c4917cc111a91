import { isRangeFree, nearestRanges, type DayAvailability } from '../time/ranges.ts';
import { slotCount, type SlotRange } from '../time/slots.ts';

/** A room on one day. */
export interface RoomOfDay extends DayAvailability {
  readonly id: number;
  readonly capacity: number;
  /** In paise. */
  readonly pricePerHour: number;
  /** The lengths that the room allows, in slots. */
  readonly minSlots: number;
  readonly maxSlots: number;
}

export interface Place {
  readonly roomId: number;
  readonly range: SlotRange;
}

/** Rooms with as many seats and of at least the same price: the most similar one first. */
const suitableRooms = (own: RoomOfDay, rooms: readonly RoomOfDay[], slots: number): readonly RoomOfDay[] =>
  rooms
    .filter(({ id, capacity, pricePerHour, minSlots, maxSlots }) => {
      const isAsGood = capacity >= own.capacity && pricePerHour >= own.pricePerHour;
      return id !== own.id && isAsGood && minSlots <= slots && slots <= maxSlots;
    })
    .toSorted((a, b) => a.capacity - b.capacity || a.pricePerHour - b.pricePerHour || a.id - b.id);

/**
 * The free place that is nearest to a booking on its day: the same times in another room of the same size and price or better;
 * else the nearest times in its own room; else the nearest times in another such room. Null when there is none. The customer keeps
 * the price that was paid.
 */
export function proposedPlace(
  { roomId, range }: Place,
  own: RoomOfDay,
  rooms: readonly RoomOfDay[],
): Place | null {
  const others = suitableRooms(own, rooms, slotCount(range));
  const sameTime = others.find((room) => isRangeFree(room, range));
  if (sameTime) return { roomId: sameTime.id, range };
  const distance = (found: SlotRange) => Math.abs(found.start - range.start);
  const places = [own, ...others].flatMap((room) => {
    const [nearest] = nearestRanges(room, range, 1);
    return nearest ? [{ roomId: room.id, range: nearest }] : [];
  });
  const inOwnRoom = places.find((place) => place.roomId === roomId);
  return inOwnRoom ?? places.toSorted((a, b) => distance(a.range) - distance(b.range))[0] ?? null;
}
