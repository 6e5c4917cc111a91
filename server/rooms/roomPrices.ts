import type { RemovePriceRequest, SetPriceRequest } from '../../contract/desk/rooms.ts';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { MAX_PRICE_DAYS_AHEAD } from '../../domain/rooms/roomFields.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError, fieldError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import type { StoredRoom } from './rooms.ts';
import { lockRoom, roomChange, type RoomVersion } from './deskRooms.ts';
import type { AuditedResult } from '../audit/staffChange.ts';

/** In paise; undefined when no price begins on the day. */
const priceFrom = async (tx: Tx, roomId: number, day: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('room_price')
      .select('price_per_hour_paise')
      .where('room_id', '=', roomId)
      .where('from_day', '=', day)
      .executeTakeFirst()
  )?.price_per_hour_paise;

/** In paise. */
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

/** Stores the price in force today and the new version in the room's row, and deletes the past prices, which are not needed. */
async function storePriceInForce(
  tx: Tx,
  { id, version }: RoomVersion,
  price: number,
  today: string,
): Promise<void> {
  await tx.updateTable('room').set({ price_per_hour_paise: price, version }).where('id', '=', id).execute();
  await tx.deleteFrom('room_price').where('room_id', '=', id).where('from_day', '<=', today).execute();
}

/** Throws 400 for a first day in the past or too far ahead. */
export function checkFirstDay(day: string, today: string): void {
  const lastAllowed = addDays(today, MAX_PRICE_DAYS_AHEAD);
  if (day < today || day > lastAllowed)
    throw fieldError('from_day', `must be from ${today} to ${lastAllowed}`);
}

/**
 * Sets the price per hour (paise) of bookings that are made on or after a day. Existing bookings and holds keep
 * their price. Throws 400 for a day in the past or too far ahead, 404 for an unknown room, and 409 when the room was changed
 * meanwhile.
 */
export async function setPrice(
  tx: Tx,
  { id, version, from_day: day, price_per_hour: price }: SetPriceRequest,
  now: EpochMs,
): Promise<AuditedResult<RoomVersion>> {
  const today = dateAt(now);
  checkFirstDay(day, today);
  const before = await lockRoom(tx, id, version);
  const inForce = await priceInForce(tx, before, today);
  const was = day === today ? inForce : await priceFrom(tx, id, day);
  if (was === price) return { result: before, changes: [] };
  const room = { id, version: version + 1 };
  await storePriceInForce(tx, room, day === today ? price : inForce, today);
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

/**
 * Removes a price that is not in force yet. Throws 404 for an unknown room and when no such price begins on the day, and 409
 * when the room was changed meanwhile.
 */
export async function removePrice(
  tx: Tx,
  { id, version, from_day: day }: RemovePriceRequest,
  now: EpochMs,
): Promise<AuditedResult<RoomVersion>> {
  const before = await lockRoom(tx, id, version);
  const was = await priceFrom(tx, id, day);
  const today = dateAt(now);
  if (was === undefined || day <= today) {
    throw new ApiError('not-found', 'No price begins on this day');
  }
  await tx.deleteFrom('room_price').where('room_id', '=', id).where('from_day', '=', day).execute();
  const room = { id, version: version + 1 };
  await storePriceInForce(tx, room, await priceInForce(tx, before, today), today);
  const change = roomChange(
    'price removed',
    room,
    { from_day: day, price_per_hour_paise: was },
    { from_day: null },
  );
  return { result: room, changes: [change] };
}
