import { ApiError } from './apiError.ts';

/** Of a list response (spec 3). */
export interface PageNumbers {
  readonly total_pages: number;
  readonly current_page: number;
}

/** An empty list has one empty page. Throws 404 for a page that does not exist. */
export function pageNumbers(items: number, perPage: number, page: number): PageNumbers {
  const total = Math.max(1, Math.ceil(items / perPage));
  if (page > total) throw new ApiError('not-found', `There are only ${total} pages`);
  return { total_pages: total, current_page: page };
}
