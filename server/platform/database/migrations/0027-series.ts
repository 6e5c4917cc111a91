import { sql, type Kysely } from 'kysely';

/**
 * Series: bookings that were made together, with one order or one call. `head_id` is the first of them, which
 * the order names. The trigger ensures at every commit that a series is booked completely or not at all. This includes a
 * payment that a server of the previous version reports: its transaction fails, and a server of this version settles the
 * payment later.
 */
const statements = [
  sql`create table series_date (
    booking_id uuid primary key references booking (id) on delete cascade,
    head_id uuid not null references booking (id) on delete cascade,
    amount integer not null check (amount > 0)
  )`,
  sql`create index series_date_head on series_date (head_id)`,
  sql`create function check_series_is_whole() returns trigger language plpgsql as $$
    begin
      if (
        select count(distinct booking.status in ('confirmed', 'called_off')) > 1
        from series_date own
        join series_date one on one.head_id = own.head_id
        join booking on booking.id = one.booking_id
        where own.booking_id = new.id
      ) then
        raise exception 'booking % is of a series that would be booked in part', new.id;
      end if;
      return null;
    end
  $$`,
  sql`create constraint trigger booking_series_is_whole
    after update of status on booking deferrable initially deferred
    for each row when (new.status in ('confirmed', 'called_off') and old.status <> 'confirmed')
    execute function check_series_is_whole()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
