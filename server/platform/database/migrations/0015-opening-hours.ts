import { sql, type Kysely } from 'kysely';

/**
 * A room's opening hours: for each weekday, Monday first, the slots at which it opens and closes; both are
 * equal on a closed day. The default is that of domain/time/openingHours.ts. Existing bookings stay, and a server of the previous
 * version still books outside the opening hours until it is replaced.
 */
const statements = [
  sql`alter table room
    add column opens smallint[] not null default '{12,12,12,12,12,12,12}',
    add column closes smallint[] not null default '{48,48,48,48,48,48,48}',
    add constraint room_opening_hours check (
      cardinality(opens) = 7 and cardinality(closes) = 7
      and array_lower(opens, 1) = 1 and array_lower(closes, 1) = 1
      and array_position(opens, null) is null and array_position(closes, null) is null
      and 0 <= all (opens) and 48 >= all (closes)
      and opens[1] <= closes[1] and opens[2] <= closes[2] and opens[3] <= closes[3] and opens[4] <= closes[4]
      and opens[5] <= closes[5] and opens[6] <= closes[6] and opens[7] <= closes[7])`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
