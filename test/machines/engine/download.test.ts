import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Downloadable } from '../../../machines/engine/download.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const file: Downloadable = { kind: 'calendar', bookingId: 'booking-1', name: 'booking.ics' };

test('a double click saves a file once', async () => {
  const app = await startApp();
  app.flow('download').send({ type: 'download.requested', file });
  app.flow('download').send({ type: 'download.requested', file });
  await app.settle();
  expect(app.effects.downloads.save).toHaveBeenCalledTimes(1);
  expect(app.effects.downloads.save.mock.calls[0]?.[0]).toEqual(file);
  expect(app.toasts()).toEqual([]);
});

test('a file can be requested again after a failure', async () => {
  const effects = mockEffects();
  effects.downloads.save.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const app = await startApp(effects);
  app.flow('download').send({ type: 'download.requested', file });
  await app.settle();
  expect(app.toasts()).toEqual(['error: The file could not be downloaded. Please try again.']);
  app.flow('download').send({ type: 'download.requested', file });
  await app.settle();
  expect(effects.downloads.save).toHaveBeenCalledTimes(2);
});
