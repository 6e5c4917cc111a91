/** 1 if the page number is missing or invalid. */
export const pageOfQuery = (query: URLSearchParams): number => {
  const value = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
};

/** The first page has no number. */
export const pagePath = (page: number): string => (page === 1 ? '/blog' : `/blog?page=${page}`);
