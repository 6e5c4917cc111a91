/*
 * `npm run bench:storage`: the disk space of a booking in PostgreSQL, indexes included. The bookings have three slots; a third of
 * them are paid by card, with an order and a payment; each has two emails. `-- 50000` sets the number of bookings.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { defaultCancellationPolicies } from '../domain/money/cancellation.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { openDatabase } from '../server/platform/database/connection/open.ts';
import { seed } from '../server/seed/seed.ts';

const count = Number(process.argv[3] ?? 60_000);
const SLOTS = 3;
const BOOKINGS_PER_DAY = 6;

const postgres = await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-storage-'));
const connection = await openDatabase({ databaseUrl: postgres.url, dataDir });
try {
  await connection.withoutTimeouts(async (database) => {
    await migrate(database);
    await seed(database, { demo: true, now: Date.now() });
    const tables = ['booking', 'booking_slot', 'payment_order', 'payment', 'letter'];
    const size = async () => {
      const { rows } = await sql<{ name: string; bytes: number }>`
        select name, pg_total_relation_size(name::regclass) as bytes
        from unnest(${tables}::text[]) as name`.execute(database);
      return new Map(rows.map(({ name, bytes }) => [name, bytes]));
    };
    const before = await size();
    // Days in the far future, where the demo data has no bookings.
    await sql`
      insert into booking (id, user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points, total_paise, confirmed_at, policy)
      select gen_random_uuid(), (select id from app_user limit 1), 1, '2100-01-01'::date + (n / ${sql.lit(BOOKINGS_PER_DAY)})::integer,
        12 + (n % ${sql.lit(BOOKINGS_PER_DAY)})::integer * 3, 15 + (n % ${sql.lit(BOOKINGS_PER_DAY)})::integer * 3, 'confirmed',
        case when n % 3 = 0 then 'card' else 'points' end, case when n % 3 = 0 then null else 3 end,
        case when n % 3 = 0 then 75300 end, now(),
        ${JSON.stringify(defaultCancellationPolicies.card)}::jsonb
      from generate_series(0, ${sql.lit(count - 1)}) as n`.execute(database);
    await sql`
      insert into booking_slot (room_id, day, slot, booking_id)
      select room_id, day, slot, id from booking, generate_series(start_slot, end_slot - 1) as slot
      where day >= '2100-01-01'`.execute(database);
    await sql`
      insert into payment_order (order_id, booking_id, amount_paise, status)
      select 'order_' || substr(md5(id::text), 1, 14), id, total_paise, 'paid' from booking
      where day >= '2100-01-01' and paid_with = 'card'`.execute(database);
    await sql`
      insert into payment (payment_id, order_id, amount_paise, status)
      select 'pay_' || substr(order_id, 7), order_id, amount_paise, 'captured' from payment_order`.execute(
      database,
    );
    await sql`
      insert into letter (dedupe_key, kind, user_id, payload, attachments, state, due_at, created_at, sent_at)
      select kind || ':' || id || ':0', kind, user_id, json_build_object('bookingId', id), '[]', 'sent', now(), now(), now()
      from booking, unnest(array['booked', 'reminder']) as kind where day >= '2100-01-01'`.execute(database);
    const after = await size();
    let total = 0;
    for (const name of tables) {
      const bytesPerBooking = ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count;
      total += bytesPerBooking;
      console.log(`${name.padEnd(16)}${bytesPerBooking.toFixed(0).padStart(8)} bytes a booking`);
    }
    console.log(
      `${'in all'.padEnd(16)}${total.toFixed(0).padStart(8)} bytes a booking, ${count} bookings of ${SLOTS} slots`,
    );
  });
} finally {
  await connection.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
