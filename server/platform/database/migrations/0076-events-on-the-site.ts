import { sql, type Kysely } from 'kysely';

/** The site shows events: each change raises the version of their pages, as for rooms and posts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create trigger event_content_version
    after insert or update or delete or truncate on event
    for each statement execute function raise_content_version('events')`.execute(database);
}
