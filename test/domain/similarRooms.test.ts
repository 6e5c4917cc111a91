import { expect, test } from 'vitest';
import { similarRooms } from '../../domain/rooms/similarRooms.ts';

const room = (id: number, roomCapacity: number, pricePerHour: number) => ({ id, roomCapacity, pricePerHour });
const idsOf = (rooms: readonly { readonly id: number }[]) => rooms.map(({ id }) => id);

test('the three rooms of the most similar size come first, and the room itself is left out', () => {
  const rooms = [room(1, 10, 500), room(2, 40, 500), room(3, 12, 500), room(4, 5, 500), room(5, 9, 500)];
  expect(idsOf(similarRooms(rooms[0]!, rooms))).toEqual([5, 3, 4]);
});

test('a proportional difference of the price has half the weight of one of the size', () => {
  const wanted = room(1, 10, 500);
  expect(idsOf(similarRooms(wanted, [room(2, 10, 1100), room(3, 14, 500)]))).toEqual([3, 2]);
  expect(idsOf(similarRooms(wanted, [room(3, 16, 500), room(2, 10, 1100)]))).toEqual([2, 3]);
});

test('a room that costs nothing is compared as well', () => {
  expect(idsOf(similarRooms(room(1, 10, 0), [room(2, 10, 500), room(3, 10, 1)]))).toEqual([3, 2]);
});

test('the price is that of the asked times', () => {
  const evening = { weekdays: [0, 1, 2, 3, 4, 5, 6], start: 36, end: 48, pricePerHour: 500 };
  const rooms = [room(2, 10, 600), { ...room(3, 10, 1100), rates: [evening] }];
  const asked = (start: number) => ({ date: '2025-11-28', range: { start, end: start + 2 } });
  expect(idsOf(similarRooms(room(1, 10, 500), rooms, asked(20)))).toEqual([2, 3]);
  expect(idsOf(similarRooms(room(1, 10, 500), rooms, asked(36)))).toEqual([3, 2]);
});
