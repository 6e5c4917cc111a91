import { describe, expect, test } from 'vitest';
import { pageIn, pagePath } from '../../src/blog/pagePath.ts';
import { pagerNumbers } from '../../src/blog/pagerNumbers.ts';

describe('the page in an address', () => {
  test.each([
    ['', 1],
    ['page=1', 1],
    ['page=12', 12],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=2.5', 1],
    ['page=two', 1],
    ['page=1e3', 1],
    ['page=12345678', 1],
  ])('%j is page %i', (query, page) => {
    expect(pageIn(new URLSearchParams(query))).toBe(page);
  });

  test('is what its own address says', () => {
    for (const page of [1, 2, 30]) {
      expect(pageIn(new URL(pagePath(page), 'https://site.invalid').searchParams)).toBe(page);
    }
    expect(pagePath(1)).toBe('/blog');
  });
});

describe('the numbers of the pager', () => {
  test.each([
    [1, 1, [1]],
    [3, 2, [1, 2, 3]],
    [7, 4, [1, 2, 3, 4, 5, 6, 7]],
    [12, 1, [1, 2, null, 12]],
    [12, 4, [1, 2, 3, 4, 5, null, 12]],
    [12, 6, [1, null, 5, 6, 7, null, 12]],
    [12, 12, [1, null, 11, 12]],
  ])('of %i pages on page %i', (total, shown, numbers) => {
    expect(pagerNumbers(total, shown)).toEqual(numbers);
  });
});
