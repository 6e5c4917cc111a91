import { z } from 'zod';
import { pageNumber, rowId } from '../values.ts';

/** A blog post in the list (spec 3). `date` is 'YYYY-MM-DD'; `image` is a path relative to the site's URL. */
export const blogPostSummary = z.object({
  id: z.number(),
  image: z.string(),
  author: z.string(),
  date: z.string(),
  title: z.string(),
  summary: z.string(),
});
export type BlogPostSummary = z.infer<typeof blogPostSummary>;

const neighbour = blogPostSummary.pick({ id: true, title: true }).nullable();

/** A blog post with its text in Markdown, and the previous and next post by date; null where there is none. */
export const blogPost = blogPostSummary.extend({ body: z.string(), older: neighbour, newer: neighbour });
export type BlogPost = z.infer<typeof blogPost>;

export const blogQuery = z.object({ page: pageNumber });
export const blogResponse = z.object({
  results: z.array(blogPostSummary),
  total_pages: z.number(),
  current_page: z.number(),
});
export type BlogResponse = z.infer<typeof blogResponse>;

export const blogPostParams = z.object({ id: rowId });
