/** Up to this many pages are all named. */
const ALL = 7;

/**
 * The page numbers to offer: all of a few; of many the first, the last and those around the shown one, with null where
 * numbers are left out.
 */
export function pagerNumbers(total: number, shown: number): (number | null)[] {
  if (total <= ALL) return Array.from({ length: total }, (_, index) => index + 1);
  const near = [1, shown - 1, shown, shown + 1, total].filter((page) => page >= 1 && page <= total);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  return numbers.flatMap((page, index) => {
    const before = numbers[index - 1] ?? page - 1;
    if (page - before === 1) return [page];
    // A single number left out takes no more room than the sign for it.
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}
