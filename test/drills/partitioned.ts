import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Drill } from './drill.ts';
import { partitionBookingSlot } from './partitionBookingSlot.ts';

/** How long visitors book on the partitioned table, in milliseconds. */
const AFTER_MS = 3_000;

/**
 * `booking_slot` is partitioned by month while visitors book, and an old month is emptied. Two visitors are after each
 * slot, so that the key that keeps them apart is tried before and after.
 */
export const partitioned: Drill = {
  name: 'booking_slot partitioned',
  async trouble({ postgres, firstDay }, _load, round) {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const number = async (query: string): Promise<number> =>
      Number(Object.values((await client.query<Record<string, string>>(query)).rows[0] ?? {})[0]);
    try {
      if (round === 0) {
        // A month that is over, to be emptied.
        await client.query(`insert into booking_slot (room_id, day, slot, booking_id)
          select room_id, date '2020-02-29', 47, booking_id from booking_slot where booking_id is not null limit 1`);
      }
      await partitionBookingSlot(client);
      if (round === 0) await client.query('truncate booking_slot_2020_02');
      await delay(AFTER_MS);

      const wrong: string[] = [];
      if ((await number('select count(*) from booking_slot_other')) > 0) wrong.push('rows are in no month');
      const partitions = await number(
        `select count(*) from pg_inherits where inhparent = 'booking_slot'::regclass`,
      );
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
        'explain select slot from booking_slot where room_id = 1 and day = $1',
        [firstDay],
      );
      const tables = plan.flatMap((line) => / on (booking_slot_\d+_\d+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
      const read = new Set(tables).size;
      if (read !== 1) wrong.push(`a day is read from ${read} partitions`);
      console.log(
        `  round ${round + 1}: ${partitions} partitions, ${await number('select count(*) from booking_slot')} slots, ` +
          `a day is read from ${read}`,
      );
      return wrong;
    } finally {
      await client.end();
    }
  },
};
