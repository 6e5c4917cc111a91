/** The page number in a query; 1 for anything invalid. */
export const pageIn = (query: URLSearchParams): number => {
  const asked = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
};

/** The address of a page of the blog; the first one has no number. */
export const pagePath = (page: number): string => (page === 1 ? '/blog' : `/blog?page=${page}`);
