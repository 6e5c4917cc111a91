import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToastTone } from '../../../machines/engine/notifierEvents.ts';
import { NOON } from '../../fixtures/booking.ts';
import { startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startToasting() {
  const app = await startApp();
  const show = (tone: ToastTone, text: string, options: object = {}): void =>
    app.flow('notifier').send({ type: 'notifier.show', tone, text, ...options });
  return { app, show };
}

test('a toast closes after four seconds, or after the given duration', async () => {
  const { app, show } = await startToasting();
  show('info', 'long');
  show('info', 'short', { duration: 2000 });
  await app.settle(1999);
  expect(app.toasts()).toEqual(['info: long', 'info: short']);
  await app.settle(1);
  expect(app.toasts()).toEqual(['info: long']);
  await app.settle(2000);
  expect(app.toasts()).toEqual([]);
});

test('a loading toast stays until its topic’s result replaces it', async () => {
  const { app, show } = await startToasting();
  show('loading', 'Logging in…', { topic: 'session' });
  await app.settle(60_000);
  expect(app.toasts()).toEqual(['loading: Logging in…']);
  show('success', 'Welcome back!', { topic: 'session' });
  expect(app.toasts()).toEqual(['success: Welcome back!']);
  await app.settle(4000);
  expect(app.toasts()).toEqual([]);
});

test('at most five toasts are shown: the oldest is removed', async () => {
  const { app, show } = await startToasting();
  for (const text of ['1', '2', '3', '4', '5', '6']) show('info', text);
  expect(app.toasts()).toEqual(['info: 2', 'info: 3', 'info: 4', 'info: 5', 'info: 6']);
});

test('closing a toast does not close the others', async () => {
  const { app, show } = await startToasting();
  show('info', 'first');
  show('info', 'second');
  app.flow('notifier').send({ type: 'notifier.dismiss', id: 1 });
  expect(app.toasts()).toEqual(['info: second']);
  expect(app.flow('notifier').getSnapshot().value).toBe('showing');
  app.flow('notifier').send({ type: 'notifier.dismiss', id: 2 });
  expect(app.flow('notifier').getSnapshot().value).toBe('empty');
});

test('the toast of a topic can be dismissed without a result', async () => {
  const { app, show } = await startToasting();
  show('loading', 'Initialize booking…', { topic: 'checkout' });
  show('info', 'other');
  app.flow('notifier').send({ type: 'notifier.dismissTopic', topic: 'checkout' });
  expect(app.toasts()).toEqual(['info: other']);
});
