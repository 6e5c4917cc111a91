import { expect, test } from 'vitest';
import { postState } from '../../../domain/content/post.ts';

test('a post without a time is a draft, and one with a time is published from that instant on', () => {
  expect(postState(null, 1000)).toBe('draft');
  expect(postState(1001, 1000)).toBe('scheduled');
  expect(postState(1000, 1000)).toBe('published');
  expect(postState(999, 1000)).toBe('published');
});
