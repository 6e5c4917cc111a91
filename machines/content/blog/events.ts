import type { BlogResponse } from '../../../contract/content/blog.ts';
import type { CamelCased } from '../../../domain/text/camelCased.ts';

/** A page of the list of posts. */
export type PostList = CamelCased<BlogResponse>;

export type BlogEvent =
  /** A view opens a page. Pages count from 1. */
  | { type: 'blog.pageOpened'; page: number }
  /** The failed page is loaded again. */
  | { type: 'blog.retried' }
  /** The browser's page is visible or online again: a failed blog page is loaded again. */
  | { type: 'app.resumed' }
  /** No view shows the blog any more. */
  | { type: 'blog.closed' }
  /** A page has not been shown for the caching time. */
  | { type: 'blog.pageExpired'; page: number };
