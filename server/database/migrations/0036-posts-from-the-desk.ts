import { sql, type Kysely } from 'kysely';

/**
 * Posts that the desk writes (decision 0077): a post is on the site from `publish_at` on, and is a draft without it. Posts
 * that were there before, and those of an operator, are published. `version` is raised by each change at the desk. A server of
 * the version before shows drafts too.
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
