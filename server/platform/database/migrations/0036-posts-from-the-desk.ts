import { sql, type Kysely } from 'kysely';

/**
 * Posts from the desk: a post is published at `publish_at`, and is a draft without it. Existing posts, and posts
 * that an operator inserts, are published. Each change at the desk increments `version`. A server of the previous version shows
 * drafts too.
 */
const statements = [
  sql`alter table blog_post
    add column publish_at timestamptz default 'epoch',
    add column version integer not null default 1`,
  sql`create index blog_post_published on blog_post (publish_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
