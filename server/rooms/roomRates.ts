import type { RemoveRatesRequest, SetRatesRequest } from '../../contract/desk/roomRates.ts';
import type { Rate } from '../../domain/money/rates.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import type { AuditedResult } from '../audit/staffChange.ts';
import { checkFirstDay } from './roomPrices.ts';
import { lockRoom, roomChange, type RoomVersion } from './deskRooms.ts';

/** The rates that begin on a day; undefined when none do. */
const ratesFrom = async (tx: Tx, roomId: number, day: string): Promise<readonly Rate[] | undefined> =>
  (
    await tx
      .selectFrom('room_rates')
      .select('rates')
      .where('room_id', '=', roomId)
      .where('from_day', '=', day)
      .executeTakeFirst()
  )?.rates;

/** The rates of bookings that are made on a day. */
async function ratesInForce(tx: Tx, roomId: number, day: string): Promise<readonly Rate[]> {
  const latest = await tx
    .selectFrom('room_rates')
    .select('rates')
    .where('room_id', '=', roomId)
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.rates ?? [];
}

async function storeVersion(tx: Tx, { id, version }: RoomVersion): Promise<RoomVersion> {
  await tx.updateTable('room').set({ version }).where('id', '=', id).execute();
  return { id, version };
}

/**
 * Sets all rates of bookings that are made on or after a day. Existing bookings and holds keep their price. Throws as `setPrice`.
 */
export async function setRates(
  tx: Tx,
  { id, version, from_day: day, rates }: SetRatesRequest,
  now: EpochMs,
): Promise<AuditedResult<RoomVersion>> {
  const today = dateAt(now);
  checkFirstDay(day, today);
  const before = await lockRoom(tx, id, version);
  const was = day === today ? await ratesInForce(tx, id, today) : await ratesFrom(tx, id, day);
  if (was && canonicalJson(was) === canonicalJson(rates)) return { result: before, changes: [] };
  const stored = JSON.stringify(rates);
  await tx
    .insertInto('room_rates')
    .values({ room_id: id, from_day: day, rates: stored })
    .onConflict((conflict) => conflict.columns(['room_id', 'from_day']).doUpdateSet({ rates: stored }))
    .execute();
  const room = await storeVersion(tx, { id, version: version + 1 });
  const change = roomChange('rates set', room, was === undefined ? null : { from_day: day, rates: was }, {
    from_day: day,
    rates,
  });
  return { result: room, changes: [change] };
}

/** Removes rates that are not in force yet. Throws as `removePrice`. */
export async function removeRates(
  tx: Tx,
  { id, version, from_day: day }: RemoveRatesRequest,
  now: EpochMs,
): Promise<AuditedResult<RoomVersion>> {
  await lockRoom(tx, id, version);
  const was = await ratesFrom(tx, id, day);
  if (was === undefined || day <= dateAt(now)) throw new ApiError('not-found', 'No rates begin on this day');
  await tx.deleteFrom('room_rates').where('room_id', '=', id).where('from_day', '=', day).execute();
  const room = await storeVersion(tx, { id, version: version + 1 });
  const change = roomChange('rates removed', room, { from_day: day, rates: was }, { from_day: null });
  return { result: room, changes: [change] };
}
