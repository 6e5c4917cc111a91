import { sql, type Kysely } from 'kysely';

/**
 * A move to more expensive times: a separate row in `booking` holds the new slots until the difference is paid.
 * Servers of the previous version continue to work. They do not know the statuses of a move, so they refund a payment for one, and
 * the checks prevent them from confirming a move or from reverting a finished one.
 */
const statements = [
  sql`alter table booking
    add column moves_booking_id uuid references booking (id) on delete cascade,
    add column moves_sequence integer,
    add column moved_at timestamptz,
    drop constraint booking_status_check,
    add constraint booking_status_check check (status in ('held', 'confirmed', 'expired', 'cancelled', 'called_off',
      'moving', 'moved', 'not_moved', 'refund_due', 'refunded')),
    add constraint booking_move check (
      (moves_booking_id is not null) = (moves_sequence is not null)
      and case when moves_booking_id is null then status not in ('moving', 'moved', 'not_moved')
        else status in ('moving', 'moved', 'not_moved', 'refund_due', 'refunded') end
      and (status = 'moved') = (moved_at is not null)
      and (status <> 'moving' or hold_expires_at is not null))`,
  // A booking has at most one open move.
  sql`create unique index booking_open_move on booking (moves_booking_id) where status = 'moving'`,
  sql`create index booking_moves on booking (moves_booking_id) where moves_booking_id is not null`,
  sql`create index booking_moving on booking (hold_expires_at) where status = 'moving'`,
  sql`create index booking_moving_by_user on booking (user_id, hold_expires_at) where status = 'moving'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
