import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Drill } from './drill.ts';
import { partitionBookingSlot } from './partitionBookingSlot.ts';

/** Bookings on the partitioned table. */
const DURATION_MS = 3_000;

/**
 * `booking_slot` is partitioned by month during bookings, and an old month is truncated. Two visitors request each slot, which
 * tests the unique key before and after.
 */
export const tablePartitioning: Drill = {
  name: 'booking_slot partitioned',
  async fail({ postgres, firstDay }, _load, round) {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const fetchNumber = async (query: string): Promise<number> =>
      Number(Object.values((await client.query<Record<string, string>>(query)).rows[0] ?? {})[0]);
    try {
      if (round === 0) {
        // This row is in a past month, which is truncated below.
        await client.query(`insert into booking_slot (room_id, day, slot, booking_id)
          select room_id, date '2020-02-29', 47, booking_id from booking_slot where booking_id is not null limit 1`);
      }
      await partitionBookingSlot(client);
      if (round === 0) await client.query('truncate booking_slot_2020_02');
      await delay(DURATION_MS);

      const problems: string[] = [];
      if ((await fetchNumber('select count(*) from booking_slot_other')) > 0)
        problems.push('rows are in the default partition');
      const partitions = await fetchNumber(
        `select count(*) from pg_inherits where inhparent = 'booking_slot'::regclass`,
      );
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
        'explain select slot from booking_slot where room_id = 1 and day = $1',
        [firstDay],
      );
      const tables = plan.flatMap((line) => / on (booking_slot_\d+_\d+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
      const partitionsRead = new Set(tables).size;
      if (partitionsRead !== 1) problems.push(`a day is read from ${partitionsRead} partitions`);
      console.log(
        `  round ${round + 1}: ${partitions} partitions, ${await fetchNumber('select count(*) from booking_slot')} slots, ` +
          `a day is read from ${partitionsRead}`,
      );
      return problems;
    } finally {
      await client.end();
    }
  },
};
