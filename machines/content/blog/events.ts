import type { BlogResponse } from '../../../contract/content/blog.ts';
import type { CamelCased } from '../../../domain/text/camelCased.ts';

export type PostList = CamelCased<BlogResponse>;

export type BlogEvent =
  /** Pages count from 1. */
  | { type: 'blog.pageOpened'; page: number }
  /** Loads the failed page again. */
  | { type: 'blog.retried' }
  /** The browser's page is visible or online again: a failed blog page is loaded again. */
  | { type: 'app.resumed' }
  /** No view shows the blog any more. */
  | { type: 'blog.closed' }
  /** The page has not been shown for the caching time. */
  | { type: 'blog.pageExpired'; page: number };
