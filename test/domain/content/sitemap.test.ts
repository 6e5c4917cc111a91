import { expect, test } from 'vitest';
import { sitemap } from '../../../domain/content/sitemap.ts';

test('a sitemap has the full address of each page, escaped', () => {
  expect(sitemap('https://litrooms.example', ['/', '/blog/1?a&b']).match(/<loc>.*<\/loc>/g)).toEqual([
    '<loc>https://litrooms.example/</loc>',
    '<loc>https://litrooms.example/blog/1?a&amp;b</loc>',
  ]);
});
