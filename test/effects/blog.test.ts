import { expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { createContent } from '../../src/content/effects/content.ts';

test('pages and posts are requested from the specified paths and can be aborted', async () => {
  const send = vi.fn(async (_request: object) => ({}));
  const { blog } = createContent(send as unknown as Parameters<typeof createContent>[0]);
  const { signal } = new AbortController();
  await blog.page(2, signal);
  await blog.post('7', signal);
  expect(send.mock.calls.map(([request]) => request)).toEqual([
    { url: paths.blog, params: { page: 2 }, signal },
    { url: '/api/blog/7', signal },
  ]);
});
