import type { BlogPost, BlogPostSummary, BlogResponse } from '../../contract/blog.ts';
import type { Database } from '../database/schema.ts';
import { pageNumbers } from '../pagination.ts';

/* What visitors see of the blog: no drafts, and no post before its time. `now`: milliseconds since 1970. */

/** Two large posts and two rows of three (spec 2). */
export const POSTS_PER_PAGE = 8;

const summary = ['id', 'image', 'author', 'day as date', 'title', 'summary'] as const;

/** The posts that are on the site. */
const published = (database: Database, now: number) =>
  database.selectFrom('blog_post').where('publish_at', '<=', new Date(now));

/** How many posts there are. */
async function countPosts(database: Database, now: number): Promise<number> {
  const { count } = await published(database, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of posts without their text, newest first; pages count from 1. */
const postsOnPage = (database: Database, page: number, now: number): Promise<BlogPostSummary[]> =>
  published(database, now)
    .select(summary)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .execute();

/** A page of the blog. Refuses (404) one that does not exist. */
export async function blogPageOf(database: Database, page: number, now: number): Promise<BlogResponse> {
  const numbers = pageNumbers(await countPosts(database, now), POSTS_PER_PAGE, page);
  return { results: await postsOnPage(database, page, now), ...numbers };
}

/** The ids of all posts, newest first. */
export async function postIds(database: Database, now: number): Promise<number[]> {
  const posts = await published(database, now)
    .select('id')
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return posts.map(({ id }) => id);
}

/** A post with its text and its neighbours in time. */
export async function postById(database: Database, id: number, now: number): Promise<BlogPost | undefined> {
  const post = await published(database, now)
    .select([...summary, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!post) return undefined;
  const [older, newer] = await Promise.all([
    nextTo(database, post, 'older', now),
    nextTo(database, post, 'newer', now),
  ]);
  return { ...post, older: older ?? null, newer: newer ?? null };
}

/** A post's neighbour in the list's order: by day, then by id. */
function nextTo(database: Database, { id, date }: BlogPostSummary, side: 'older' | 'newer', now: number) {
  const beyond = side === 'older' ? '<' : '>';
  const nearestFirst = side === 'older' ? 'desc' : 'asc';
  return published(database, now)
    .select(['id', 'title'])
    .where(({ eb, or, and }) =>
      or([eb('day', beyond, date), and([eb('day', '=', date), eb('id', beyond, id)])]),
    )
    .orderBy('day', nearestFirst)
    .orderBy('id', nearestFirst)
    .executeTakeFirst();
}
