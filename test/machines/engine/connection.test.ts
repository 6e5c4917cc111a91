import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOON } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';
import type { ConnectionEvent } from '../../../machines/engine/connection.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the connection is offline while the browser has no network', async () => {
  const effects = mockEffects();
  let emit: (event: ConnectionEvent) => void = () => undefined;
  effects.connection.watch.mockImplementation((listener) => {
    emit = listener;
    return () => undefined;
  });
  const app = await startApp(effects);
  expect(app.flow('connection').getSnapshot().value).toBe('online');
  emit({ type: 'connection.lost' });
  expect(app.flow('connection').getSnapshot().value).toBe('offline');
  emit({ type: 'connection.restored' });
  expect(app.flow('connection').getSnapshot().value).toBe('online');
});

test('a browser that cannot report its network counts as online', async () => {
  const effects = mockEffects();
  effects.connection.watch.mockImplementation((emit) => {
    emit({ type: 'connection.lost' });
    throw new Error('no such events');
  });
  const app = await startApp(effects);
  expect(app.flow('connection').getSnapshot().value).toBe('online');
  expect(app.actor.getSnapshot().status).toBe('active');
});
