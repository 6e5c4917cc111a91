import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { BlogPost, BlogPostSummary, BlogResponse } from '../../../contract/content/blog.ts';
import type { Database } from '../../platform/database/schema.ts';
import { pageNumbers } from '../../platform/http/pagination.ts';

/* The posts that visitors can read: no drafts, and no post before its publication time. */

/** A page shows two large posts and two rows of three (spec 2). */
export const POSTS_PER_PAGE = 8;

const summaryColumns = ['id', 'image', 'author', 'day as date', 'title', 'summary'] as const;

const published = (database: Database, now: EpochMs) =>
  database.selectFrom('blog_post').where('publish_at', '<=', new Date(now));

async function countPosts(database: Database, now: EpochMs): Promise<number> {
  const { count } = await published(database, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of posts without their text, newest first; pages count from 1. */
const postsOnPage = (database: Database, page: number, now: EpochMs): Promise<BlogPostSummary[]> =>
  published(database, now)
    .select(summaryColumns)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .execute();

/** A page of the blog. Throws 404 for a page that does not exist. */
export async function blogPageOf(database: Database, page: number, now: EpochMs): Promise<BlogResponse> {
  const numbers = pageNumbers(await countPosts(database, now), POSTS_PER_PAGE, page);
  return { results: await postsOnPage(database, page, now), ...numbers };
}

/** Newest first. */
export async function postIds(database: Database, now: EpochMs): Promise<number[]> {
  const posts = await published(database, now)
    .select('id')
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return posts.map(({ id }) => id);
}

/** A post with its text, the next older and the next newer post; undefined for an unknown or unpublished id. */
export async function postById(database: Database, id: number, now: EpochMs): Promise<BlogPost | undefined> {
  const post = await published(database, now)
    .select([...summaryColumns, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!post) return undefined;
  const [older, newer] = await Promise.all([
    adjacentPost(database, post, 'older', now),
    adjacentPost(database, post, 'newer', now),
  ]);
  return { ...post, older: older ?? null, newer: newer ?? null };
}

/** The next older or newer one in the order of the list: by day, then by id. */
function adjacentPost(
  database: Database,
  { id, date }: BlogPostSummary,
  side: 'older' | 'newer',
  now: EpochMs,
) {
  const comparison = side === 'older' ? '<' : '>';
  const direction = side === 'older' ? 'desc' : 'asc';
  return published(database, now)
    .select(['id', 'title'])
    .where(({ eb, or, and }) =>
      or([eb('day', comparison, date), and([eb('day', '=', date), eb('id', comparison, id)])]),
    )
    .orderBy('day', direction)
    .orderBy('id', direction)
    .executeTakeFirst();
}
