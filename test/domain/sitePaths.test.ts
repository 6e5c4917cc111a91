import { expect, test } from 'vitest';
import { withoutTrailingSlash } from '../../domain/sitePaths.ts';

test.each([
  ['/', '/'],
  ['', ''],
  ['//', '/'],
  ['/blog', '/blog'],
  ['/blog/', '/blog'],
  ['/blog///', '/blog'],
  ['//blog', '//blog'],
  [`${'/'.repeat(15_000)}x`, `${'/'.repeat(15_000)}x`],
])('a path without the slashes that end it: %#', (path, without) => {
  expect(withoutTrailingSlash(path)).toBe(without);
});
