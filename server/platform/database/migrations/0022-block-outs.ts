import { sql, type Kysely } from 'kysely';

/**
 * Block-outs are rows of `booking_slot` without a booking, so that the primary key prevents a block-out and a
 * booking of the same slot. Servers of the previous version treat such a slot as booked, because it has no hold that could expire.
 */
const statements = [
  sql`create table block_out (
    id uuid primary key default gen_random_uuid(),
    room_id integer references room (id),
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    every text not null check (every in ('day', 'week')),
    start_slot smallint not null check (start_slot >= 0),
    end_slot smallint not null check (end_slot <= 48 and end_slot > start_slot),
    reason text not null,
    staff_id uuid not null references app_user (id),
    created_at timestamptz not null,
    removed_at timestamptz
  )`,
  sql`create index block_out_ahead on block_out (last_day) where removed_at is null`,
  sql`alter table booking_slot
    alter column booking_id drop not null,
    add column block_out_id uuid references block_out (id),
    add constraint booking_slot_owner check (num_nonnulls(booking_id, block_out_id) = 1),
    add constraint booking_slot_block_out_is_no_hold check (block_out_id is null or hold_expires_at is null)`,
  sql`create index booking_slot_block_out on booking_slot (block_out_id) where block_out_id is not null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
