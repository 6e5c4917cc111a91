import { expect, test } from 'vitest';
import {
  bookingIdFromPath,
  bookingPath,
  isLinkPath,
  isPrivatePath,
  isPublicPath,
  movePath,
  eventIdFromPath,
  eventPath,
  postIdFromPath,
  postPath,
  withoutTrailingSlash,
} from '../../../domain/content/sitePaths.ts';

test.each([
  ['/', '/'],
  ['', ''],
  ['//', '/'],
  ['/blog', '/blog'],
  ['/blog/', '/blog'],
  ['/blog///', '/blog'],
  ['//blog', '//blog'],
  [`${'/'.repeat(15_000)}x`, `${'/'.repeat(15_000)}x`],
])('trailing slashes are removed from a path: %#', (path, without) => {
  expect(withoutTrailingSlash(path)).toBe(without);
});

test('a page is either public or one of a visitor’s own pages', () => {
  expect(isPublicPath('/blog')).toBe(true);
  expect(isPublicPath('/profile')).toBe(false);
  expect(isPrivatePath('/profile')).toBe(true);
  expect(isPrivatePath('/blog')).toBe(false);
});

test('the pages that letters link to are visitors’ own pages, and no other page is a link page', () => {
  for (const path of ['/reset-password', '/confirm-address', '/staff-invitation', '/waiting-list']) {
    expect([isLinkPath(path), isPrivatePath(path), isPublicPath(path)]).toEqual([true, true, false]);
  }
  expect([isLinkPath('/forgot-password'), isPrivatePath('/forgot-password')]).toEqual([false, true]);
});

test('the path of a post contains its id', () => {
  expect(postIdFromPath(postPath(12))).toBe(12);
  for (const path of [
    '/blog',
    '/blog/',
    '/blog/0',
    '/blog/012',
    '/blog/x',
    '/blog/12/x',
    '/blog/1234567890',
  ]) {
    expect(postIdFromPath(path), path).toBeNull();
  }
});

test('the path of an event contains its id', () => {
  expect(eventIdFromPath(eventPath(12))).toBe(12);
  for (const path of ['/event-training', '/event-training/0', '/event-training/x', '/blog/12']) {
    expect(eventIdFromPath(path), path).toBeNull();
  }
});

test('the paths of a booking’s pages contain its id', () => {
  const id = '7f3a09bc-1234-4abc-8def-0123456789ab';
  for (const path of [bookingPath(id), movePath(id)]) expect(bookingIdFromPath(path)).toBe(id);
  for (const path of [`/my-bookings/${id}/`, '/my-bookings/7', `/blog/${id}`])
    expect(bookingIdFromPath(path)).toBeNull();
  expect([isPrivatePath(bookingPath(id)), isPrivatePath('/my-bookings/7')]).toEqual([true, false]);
});
