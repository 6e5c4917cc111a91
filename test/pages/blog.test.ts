// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PostList } from '../../machines/content/blog/events.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { blogPage, post } from '../fixtures/blog.ts';
import { mockEffects } from '../machines/startApp.ts';
import { alertWith, openPage, withPages } from './openPage.tsx';

withPages();

const unavailable = () => new Failure(503, 'unavailable', 'Please try again soon');
const titled = (page: number): PostList => ({
  ...blogPage(page),
  results: [{ ...post, id: page, title: `A post of page ${page}` }],
});

function blogEffects() {
  const effects = mockEffects();
  effects.blog.page.mockImplementation(async (page) => titled(page));
  return effects;
}

const shownPost = (page: number) => screen.findByRole('heading', { name: `A post of page ${page}` });
const pager = () => within(screen.getByRole('navigation', { name: 'Pages of the blog' }));
const open = (page: number) => fireEvent.click(pager().getByRole('link', { name: `Page ${page}` }));
const isCurrent = (page: number) =>
  pager()
    .getByRole('link', { name: `Page ${page}` })
    .getAttribute('aria-current') === 'page';

test('the old page stays in view until the next one is loaded, however slow', async () => {
  const effects = blogEffects();
  await openPage('/blog', effects);
  await shownPost(1);
  let answer: (page: PostList) => void = () => undefined;
  effects.blog.page.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  open(2);
  await screen.findByText('Loading page 2');
  expect(screen.getByRole('region', { name: 'Posts' }).getAttribute('aria-busy')).toBe('true');
  await shownPost(1);
  answer(titled(2));
  await shownPost(2);
  expect(isCurrent(2)).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Posts' }));
});

test('of two pages requested quickly one after the other the last one is shown', async () => {
  const effects = blogEffects();
  const path = await openPage('/blog', effects);
  await shownPost(1);
  const answers: (() => void)[] = [];
  effects.blog.page.mockImplementation(
    (page) => new Promise((resolve) => void answers.push(() => resolve(titled(page)))),
  );
  open(2);
  open(3);
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const answer of answers.toReversed()) answer();
  await shownPost(3);
  expect([isCurrent(3), path()]).toEqual([true, '/blog?page=3']);
});

test('when a page cannot be loaded, the old one stays, and loading can be retried', async () => {
  const effects = blogEffects();
  await openPage('/blog', effects);
  await shownPost(1);
  effects.blog.page.mockRejectedValueOnce(unavailable());
  open(2);
  const notice = await alertWith('Page 2 could not be loaded.');
  expect(notice.textContent).toContain('Please try again soon');
  await shownPost(1);
  expect(isCurrent(1)).toBe(true);
  fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
  await shownPost(2);
  expect(notice.isConnected).toBe(false);
});

test('a prerendered first page stays in view when it cannot be refreshed', async () => {
  const effects = blogEffects();
  effects.blog.page.mockRejectedValueOnce(unavailable());
  await openPage('/blog', effects, { blog: titled(1) });
  const notice = await alertWith('The blog could not be refreshed.');
  await shownPost(1);
  fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(notice.isConnected).toBe(false));
  await shownPost(1);
});

test('a blog that cannot be loaded shows a placeholder and an error, and can be retried', async () => {
  const effects = blogEffects();
  effects.blog.page.mockRejectedValueOnce(unavailable());
  await openPage('/blog?page=2', effects);
  const alert = await alertWith('The blog could not be loaded');
  expect(alert.querySelector('img')?.getAttribute('src')).toContain('/placeholder');
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await shownPost(2);
});

test('a page beyond the last links to the first', async () => {
  const effects = blogEffects();
  effects.blog.page.mockRejectedValueOnce(new Failure(404, 'not-found', ''));
  await openPage('/blog?page=99', effects);
  await screen.findByRole('heading', { name: 'There is no page 99' });
  fireEvent.click(screen.getByRole('link', { name: 'See the newest posts' }));
  expect(await shownPost(1)).toBeTruthy();
});

test('an empty blog has an empty state', async () => {
  const effects = mockEffects();
  effects.blog.page.mockResolvedValue({ results: [], totalPages: 1, currentPage: 1 });
  await openPage('/blog', effects);
  await screen.findByRole('heading', { name: 'No posts yet' });
  expect(screen.queryByRole('navigation', { name: 'Pages of the blog' })).toBeNull();
});

test.each(['nothing', '0', '99999999999', '1x'])('the address /blog/%s is no post', async (id) => {
  const effects = blogEffects();
  await openPage(`/blog/${id}`, effects);
  await screen.findByRole('heading', { level: 1, name: 'There is no such post' });
  expect(effects.blog.post).not.toHaveBeenCalled();
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'All posts' }));
  await shownPost(1);
});

test.each([
  ['4711', 404],
  ['9999999999', 400],
])('the address of post %s, which the server refuses with %i, is no post', async (id, status) => {
  const effects = blogEffects();
  effects.blog.post.mockRejectedValue(new Failure(status, 'not-found', ''));
  await openPage(`/blog/${id}`, effects);
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such post' })).toBeTruthy();
});

test('a post that cannot be loaded shows an error and can be retried', async () => {
  const effects = blogEffects();
  effects.blog.post.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  await openPage('/blog/12', effects);
  await screen.findByRole('heading', { name: 'The post could not be loaded' });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('article')).textContent).toContain('Karthik Selvaraj');
});
