import { sql } from 'kysely';
import { dateAt } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';

/** From today on. */
export const HELD_SHARE_DAYS = 30;

/** SQL: the slots of the coming days that are held and not paid, by all holds, also by those of payment links. */
export const unpaidSlots = (now: EpochMs) => sql<number>`(
  select coalesce(sum(end_slot - start_slot), 0)::integer from booking
  where status in ('held', 'moving') and hold_expires_at > ${new Date(now)}::timestamptz
    and day >= ${dateAt(now)}::date and day < ${dateAt(now)}::date + ${HELD_SHARE_DAYS}::integer)`;

/** SQL: the slots of these days at which the rooms on the site are open. */
export const openSlots = (now: EpochMs) => sql<number>`(
  select coalesce(sum(closes[weekday] - opens[weekday]), 0)::integer
  from room, (
    select extract(isodow from ${dateAt(now)}::date + day)::integer as weekday
    from generate_series(0, ${HELD_SHARE_DAYS - 1}::integer) as day
  ) days
  where archived_at is null)`;

/** Slots of the coming days that are held and not paid, and all slots at which the rooms are open. */
export async function heldShare(database: Database, now: EpochMs): Promise<{ held: number; open: number }> {
  const { rows } = await sql<{ held: number; open: number }>`
    select ${unpaidSlots(now)} as held, ${openSlots(now)} as open`.execute(database);
  return rows[0] ?? { held: 0, open: 0 };
}
