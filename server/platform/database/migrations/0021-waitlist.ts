import { sql, type Kysely } from 'kysely';

/**
 * The waiting list: users who wait for taken times. Servers of the previous version release slots without it. This
 * is safe, because the job finds entries by their free slots and needs no signal from the code that releases them.
 */
const statements = [
  sql`create table waitlist_entry (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id) on delete cascade,
    room_id integer not null references room (id) on delete cascade,
    day date not null,
    start_slot smallint not null check (start_slot between 0 and 47),
    end_slot smallint not null check (end_slot between 1 and 48 and end_slot > start_slot),
    state text not null default 'waiting'
      check (state in ('waiting', 'offered', 'informed', 'booked', 'missed', 'over')),
    token_hash text not null unique,
    misses smallint not null default 0,
    letters smallint not null default 0,
    offered_until timestamptz,
    booking_id uuid references booking (id) on delete set null,
    queued_at timestamptz not null,
    next_try_at timestamptz not null,
    created_at timestamptz not null default now(),
    check (state <> 'offered' or offered_until is not null)
  )`,
  // A user has one entry for the same times, and at most one open offer.
  sql`create unique index waitlist_once on waitlist_entry (user_id, room_id, day, start_slot, end_slot)
    where state in ('waiting', 'offered', 'informed')`,
  sql`create unique index waitlist_one_offer on waitlist_entry (user_id) where state = 'offered'`,
  sql`create index waitlist_due on waitlist_entry (next_try_at) where state in ('waiting', 'offered', 'informed')`,
  sql`create index waitlist_of_day on waitlist_entry (room_id, day, queued_at) where state = 'waiting'`,
  sql`create index waitlist_of_booking on waitlist_entry (booking_id) where booking_id is not null`,
  sql`create index waitlist_over on waitlist_entry (day)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
