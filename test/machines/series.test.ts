import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { priceOfSelection, slotsOfSelection } from '../../machines/checkout/price.ts';
import { NOON, otherRoom, room } from '../fixtures/booking.ts';
import { freeDate, repeated, takenDate } from '../fixtures/series.ts';
import { quietEffects, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function opened(effects = quietEffects()) {
  effects.series.glance.mockResolvedValue([freeDate, takenDate]);
  const app = await startApp(effects);
  const series = app.flow('series');
  series.send({ type: 'series.opened', selection: repeated });
  await app.settle();
  return { app, effects, series, checkout: app.flow('checkout') };
}

test('a series is booked when every date is free: one that is not is exchanged, and all are paid together', async () => {
  const { series, checkout, effects } = await opened();
  expect(effects.series.glance).toHaveBeenLastCalledWith(
    { ...repeated, every: 1, count: 4 },
    expect.any(AbortSignal),
  );
  series.send({ type: 'series.confirmed' });
  expect(checkout.getSnapshot().value).toBe('empty');
  const range = { start: 30, end: 33 };
  series.send({ type: 'series.exchanged', date: takenDate.date, room: otherRoom, range });
  series.send({ type: 'series.confirmed' });
  const { selection } = checkout.getSnapshot().context as unknown as { selection: typeof repeated };
  expect(selection).toEqual({
    ...repeated,
    series: { every: 1, dates: [repeated, { room: otherRoom, date: takenDate.date, range }] },
  });
  expect(slotsOfSelection(selection)).toBe(5);
  const single = (of: typeof room, slots: number) =>
    priceOfSelection({ room: of, date: '', range: { start: 0, end: slots } })?.total;
  expect(priceOfSelection(selection)?.total).toBe((single(room, 2) ?? 0) + (single(otherRoom, 3) ?? 0));
});

test('a date is left out, but not so many that nothing is repeated', async () => {
  const { series, checkout } = await opened();
  series.send({ type: 'series.dropped', date: takenDate.date });
  series.send({ type: 'series.confirmed' });
  expect(checkout.getSnapshot().value).toBe('empty');
});

test('another rhythm or number asks the server again, and so does a retry', async () => {
  const { app, series, effects } = await opened();
  effects.series.glance.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  series.send({ type: 'series.rhythmChosen', every: 2 });
  await app.settle();
  expect(series.getSnapshot().value).toEqual({ open: 'failed' });
  series.send({ type: 'series.retried' });
  await app.settle();
  series.send({ type: 'series.countChosen', count: 12 });
  await app.settle();
  expect(effects.series.glance.mock.calls.map(([{ every, count }]) => [every, count])).toEqual([
    [1, 4],
    [2, 4],
    [2, 4],
    [2, 12],
  ]);
});
