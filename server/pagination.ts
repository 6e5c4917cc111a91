import { ApiError } from './apiError.ts';

/** How a list call speaks of its pages (spec 3). */
export interface PageNumbers {
  readonly total_pages: number;
  readonly current_page: number;
}

/** The pages of a list of `items`; an empty list has one, empty page. Refuses a page that is not there (404). */
export function pageNumbers(items: number, perPage: number, page: number): PageNumbers {
  const total = Math.max(1, Math.ceil(items / perPage));
  if (page > total) throw new ApiError('not-found', `There are only ${total} pages`);
  return { total_pages: total, current_page: page };
}
