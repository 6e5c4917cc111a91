import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (app: RunningApp, page: number): void =>
  app.flow('blog').send({ type: 'blog.pageOpened', page });
const close = (app: RunningApp): void => app.flow('blog').send({ type: 'blog.closed' });
const blog = (app: RunningApp) => app.flow('blog').getSnapshot();
const loadedPages = (app: RunningApp) => app.effects.blog.page.mock.calls.map(([page]) => page);

test('a page is loaded when it is opened, and the old page stays visible until then', async () => {
  const app = await startApp();
  expect(loadedPages(app)).toEqual([]);
  open(app, 1);
  expect(blog(app).hasTag('busy')).toBe(true);
  await app.settle();
  open(app, 2);
  expect(blog(app).context).toMatchObject({ page: 2, shown: 1 });
  await app.settle();
  expect(blog(app).context).toMatchObject({ page: 2, shown: 2 });
  expect(loadedPages(app)).toEqual([1, 2]);
});

test('when several pages are opened quickly, only the last one is loaded', async () => {
  const app = await startApp();
  for (const page of [1, 2, 3]) open(app, page);
  await app.settle();
  expect(blog(app).context).toMatchObject({ shown: 3 });
  expect(Object.keys(blog(app).context['pages'] as object)).toEqual(['3']);
  const [, signal] = app.effects.blog.page.mock.calls[0] as [number, AbortSignal];
  expect(signal.aborted).toBe(true);
});

test('when a page cannot be loaded, the old page stays visible and the load can be retried', async () => {
  const effects = mockEffects();
  const app = await startApp(effects);
  open(app, 1);
  await app.settle();
  effects.blog.page.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  open(app, 2);
  await app.settle();
  expect(blog(app).value).toBe('failed');
  expect(blog(app).context).toMatchObject({ shown: 1, failure: { status: 'FETCH_ERROR' } });
  app.flow('blog').send({ type: 'blog.retried' });
  expect(blog(app).context['failure']).toBeNull();
  await app.settle();
  expect(blog(app).context).toMatchObject({ shown: 2, failure: null });
});

test('returning from a failed page shows the old page without the failure', async () => {
  const effects = mockEffects();
  const app = await startApp(effects);
  open(app, 1);
  await app.settle();
  effects.blog.page.mockRejectedValueOnce(new Failure(503));
  open(app, 2);
  await app.settle();
  open(app, 1);
  expect(blog(app).value).toBe('open');
  expect(blog(app).context).toMatchObject({ shown: 1, failure: null });
});

test('a page that was shown within the last 60 s is shown at once', async () => {
  const app = await startApp();
  open(app, 1);
  await app.settle();
  open(app, 2);
  await app.settle(59_999);
  open(app, 1);
  expect(blog(app).context).toMatchObject({ shown: 1 });
  await app.settle(300_000);
  expect(loadedPages(app)).toEqual([1, 2]);
});

test('a page is removed from the cache 60 s after its last use, but never while it is visible', async () => {
  const app = await startApp();
  open(app, 1);
  await app.settle();
  open(app, 2);
  await app.settle(60_000);
  expect(Object.keys(blog(app).context['pages'] as object)).toEqual(['2']);
  await app.settle(300_000);
  expect(Object.keys(blog(app).context['pages'] as object)).toEqual(['2']);
  close(app);
  expect(blog(app).context['shown']).toBeNull();
  await app.settle(59_999);
  expect(Object.keys(blog(app).context['pages'] as object)).toEqual(['2']);
  await app.settle(1);
  expect(Object.keys(blog(app).context['pages'] as object)).toEqual([]);
});

test('a visitor who returns within 60 s sees the cached page, which stays cached', async () => {
  const app = await startApp();
  open(app, 1);
  await app.settle();
  close(app);
  await app.settle(30_000);
  open(app, 1);
  expect(blog(app).context).toMatchObject({ shown: 1 });
  await app.settle(120_000);
  expect(blog(app).context).toMatchObject({ shown: 1, pages: { 1: { currentPage: 1 } } });
  expect(loadedPages(app)).toEqual([1]);
});

test('a page that is loading when the blog is closed is not shown later', async () => {
  const app = await startApp();
  open(app, 1);
  close(app);
  await app.settle();
  expect(blog(app).value).toBe('closed');
  expect(blog(app).context).toMatchObject({ shown: null, pages: {} });
});

test('a page in the initial data is shown at once, and reloaded when it is first opened', async () => {
  const initialPage = { results: [], totalPages: 3, currentPage: 1 };
  const effects = { ...mockEffects(), initialData: { blog: initialPage } };
  const app = await startApp(effects);
  expect(blog(app).context['pages']).toEqual({ 1: initialPage });
  open(app, 1);
  expect(blog(app).hasTag('busy')).toBe(true);
  await app.settle();
  expect(loadedPages(app)).toEqual([1]);
  close(app);
  open(app, 1);
  await app.settle();
  expect(loadedPages(app)).toEqual([1]);
});
