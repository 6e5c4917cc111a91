import { sql, type Kysely } from 'kysely';

/**
 * A room's description, whether it is a draft, and its shortest and longest booking and the free slots after each. A draft is
 * archived as well, so that a server of the previous version does not show it; that server does not know the other rules.
 */
const statement = sql`alter table room
  add column description text not null default '',
  add column is_draft boolean not null default false,
  add column min_slots smallint not null default 1,
  add column max_slots smallint not null default 48,
  add column buffer_slots smallint not null default 0,
  add constraint room_draft_is_archived check (archived_at is not null or not is_draft),
  add constraint room_booking_length check (min_slots >= 1 and max_slots <= 48 and min_slots <= max_slots),
  add constraint room_buffer check (buffer_slots between 0 and 8)`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await statement.execute(database);
}
