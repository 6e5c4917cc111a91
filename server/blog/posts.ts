import type { BlogPost, BlogPostSummary } from '../../contract/blog.ts';
import type { Database } from '../database/schema.ts';

/** Two large posts and two rows of three (spec 2). */
export const POSTS_PER_PAGE = 8;

const summary = ['id', 'image', 'author', 'day as date', 'title', 'summary'] as const;

/** How many posts there are. */
export async function countPosts(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('blog_post')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of posts without their text, newest first; pages count from 1. */
export const postsOnPage = (database: Database, page: number): Promise<BlogPostSummary[]> =>
  database
    .selectFrom('blog_post')
    .select(summary)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .execute();

/** A post with its text. */
export const postById = (database: Database, id: number): Promise<BlogPost | undefined> =>
  database
    .selectFrom('blog_post')
    .select([...summary, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();
