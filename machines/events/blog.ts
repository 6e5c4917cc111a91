export type BlogEvent =
  /** A view opens a page; pages count from 1. */
  | { type: 'blog.pageOpened'; page: number }
  /** Loads the page that failed again. */
  | { type: 'blog.retried' }
  /** The page is visible or online again: a page that failed is loaded again. */
  | { type: 'app.resumed' }
  /** No view shows the blog any more. */
  | { type: 'blog.closed' }
  /** A page was not shown for as long as cached data is kept. */
  | { type: 'blog.pageExpired'; page: number };
