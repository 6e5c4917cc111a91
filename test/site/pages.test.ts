import { describe, expect, test } from 'vitest';
import { pageOfQuery, pagePath } from '../../src/content/blog/pagePath.ts';

describe('the page number in an address', () => {
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
    expect(pageOfQuery(new URLSearchParams(query))).toBe(page);
  });

  test('is parsed back from the address of every page', () => {
    for (const page of [1, 2, 30]) {
      expect(pageOfQuery(new URL(pagePath(page), 'https://site.invalid').searchParams)).toBe(page);
    }
    expect(pagePath(1)).toBe('/blog');
  });
});
