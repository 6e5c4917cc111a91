import type { RemovePriceRequest, SetPriceRequest } from '../../contract/deskRooms.ts';
import { addDays, dateAt } from '../../domain/calendar.ts';
import { MAX_PRICE_DAYS_AHEAD } from '../../domain/roomFields.ts';
import { ApiError, fieldError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import type { StoredRoom } from '../rooms/rooms.ts';
import { lockRoom, roomChange, type RoomVersion } from './deskRooms.ts';
import type { Changed } from './staffChange.ts';

/** The price that a room has from a day on; undefined when that day begins none. */
const priceFrom = async (tx: Tx, roomId: number, day: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('room_price')
      .select('price_per_hour_paise')
      .where('room_id', '=', roomId)
      .where('from_day', '=', day)
      .executeTakeFirst()
  )?.price_per_hour_paise;

/** The price in force on a day, of a room whose column is this, in paise. */
async function priceInForce(tx: Tx, { id, price_per_hour_paise: column }: StoredRoom, day: string) {
  const latest = await tx
    .selectFrom('room_price')
    .select('price_per_hour_paise')
    .where('room_id', '=', id)
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.price_per_hour_paise ?? column;
}

/** Writes the price in force today and the next version into the room's row; the prices that led to it are not needed. */
async function write(tx: Tx, { id, version }: RoomVersion, price: number, today: string): Promise<void> {
  await tx.updateTable('room').set({ price_per_hour_paise: price, version }).where('id', '=', id).execute();
  await tx.deleteFrom('room_price').where('room_id', '=', id).where('from_day', '<=', today).execute();
}

/**
 * Sets what an hour costs for bookings that are made from a date on (decision 0068): bookings and holds that exist keep
 * theirs. Refuses with 400 a day that is over or too far ahead, with 404, and with 409 what was changed meanwhile.
 */
export async function setPrice(
  tx: Tx,
  { id, version, from_day: day, price_per_hour: price }: SetPriceRequest,
  now: number,
): Promise<Changed<RoomVersion>> {
  const today = dateAt(now);
  const last = addDays(today, MAX_PRICE_DAYS_AHEAD);
  if (day < today || day > last) throw fieldError('from_day', `must be from ${today} to ${last}`);
  const before = await lockRoom(tx, id, version);
  const present = await priceInForce(tx, before, today);
  const was = day === today ? present : await priceFrom(tx, id, day);
  if (was === price) return { result: before, changes: [] };
  const room = { id, version: version + 1 };
  await write(tx, room, day === today ? price : present, today);
  if (day > today) {
    await tx
      .insertInto('room_price')
      .values({ room_id: id, from_day: day, price_per_hour_paise: price })
      .onConflict((conflict) =>
        conflict.columns(['room_id', 'from_day']).doUpdateSet({ price_per_hour_paise: price }),
      )
      .execute();
  }
  const became = { from_day: day, price_per_hour_paise: price };
  const change = roomChange(
    'price set',
    room,
    was === undefined ? null : { from_day: day, price_per_hour_paise: was },
    became,
  );
  return { result: room, changes: [change] };
}

/** Removes a price that is not in force yet. Refuses with 404, and with 409 what was changed meanwhile. */
export async function removePrice(
  tx: Tx,
  { id, version, from_day: day }: RemovePriceRequest,
  now: number,
): Promise<Changed<RoomVersion>> {
  const before = await lockRoom(tx, id, version);
  const was = await priceFrom(tx, id, day);
  const today = dateAt(now);
  if (was === undefined || day <= today) {
    throw new ApiError('not-found', 'No price begins on this day');
  }
  await tx.deleteFrom('room_price').where('room_id', '=', id).where('from_day', '=', day).execute();
  const room = { id, version: version + 1 };
  await write(tx, room, await priceInForce(tx, before, today), today);
  const change = roomChange(
    'price removed',
    room,
    { from_day: day, price_per_hour_paise: was },
    { from_day: null },
  );
  return { result: room, changes: [change] };
}
