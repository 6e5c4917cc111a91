import { sql, type Kysely } from 'kysely';

/**
 * The rates of a room: other prices per hour by weekday and time of day, for bookings that are made from a day on. A row has all
 * rates of its room. The check refuses rates that overlap, and prices that the price of a room could not have. A server of the
 * previous version charges the price of the room. `slot_prices`: the price per hour of each slot of a booking, in paise, null when
 * they all cost the same.
 */
const statements = [
  sql`create function are_room_rates(rates jsonb) returns boolean language plpgsql immutable as $$
    begin
      if jsonb_typeof(rates) is distinct from 'array' then return false; end if;
      if exists (
        select from jsonb_array_elements(rates) rate
        where coalesce(rate->>'start', '') !~ '^[0-9]{1,2}$' or coalesce(rate->>'end', '') !~ '^[0-9]{1,2}$'
          or coalesce(rate->>'pricePerHour', '') !~ '^[0-9]{1,8}$' or coalesce(rate->>'weekdays', '') !~ '^\\[[0-6](, [0-6])*\\]$'
      ) then return false; end if;
      if exists (
        select from jsonb_array_elements(rates) rate
        where (rate->>'start')::integer >= (rate->>'end')::integer or (rate->>'end')::integer > 48
          or (rate->>'pricePerHour')::integer = 0 or (rate->>'pricePerHour')::integer % 200 <> 0
      ) then return false; end if;
      return not exists (
        select from jsonb_array_elements(rates) rate,
          jsonb_array_elements_text(rate->'weekdays') weekday,
          generate_series((rate->>'start')::integer, (rate->>'end')::integer - 1) slot
        group by weekday, slot having count(*) > 1
      );
    end
  $$`,
  sql`create table room_rates (
    room_id integer not null references room (id),
    from_day date not null,
    rates jsonb not null constraint room_rates_are_valid check (are_room_rates(rates)),
    primary key (room_id, from_day)
  )`,
  sql`alter table booking add column slot_prices integer[]`,
  sql`create index room_rates_of_day on room_rates (from_day)`,
  sql`create trigger room_rates_content_version
    after insert or update or delete or truncate on room_rates
    for each statement execute function raise_content_version('rooms')`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
