import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '../../../domain/time/calendar.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import type { PreviewedDate } from '../../../machines/bookings/series/previewedDates.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { priceOfSelection, slotsOfSelection } from '../../../machines/checkout/price.ts';
import { DATE, NOON, otherRoom, room } from '../../fixtures/booking.ts';
import { freeDate, repeatedSelection, takenDate } from '../../fixtures/series.ts';
import { mockEffects, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openSeries(effects = mockEffects()) {
  effects.series.loadDates.mockResolvedValue([freeDate, takenDate]);
  const app = await startApp(effects);
  const series = app.flow('series');
  series.send({ type: 'series.opened', selection: repeatedSelection });
  await app.settle();
  return { app, effects, series, checkout: app.flow('checkout') };
}

test('a series can be booked when a taken date is replaced, and its dates are paid together', async () => {
  const { series, checkout, effects } = await openSeries();
  expect(effects.series.loadDates).toHaveBeenLastCalledWith(
    { ...repeatedSelection, every: 1, count: 4 },
    expect.any(AbortSignal),
  );
  expect(checkout.getSnapshot().value).toBe('empty');
  const range = { start: 30, end: 33 };
  series.send({ type: 'series.dateReplaced', date: takenDate.date, room: otherRoom, range });
  const { selection } = checkout.getSnapshot().context as unknown as { selection: typeof repeatedSelection };
  expect(selection).toEqual({
    ...repeatedSelection,
    series: {
      every: 1,
      dates: [repeatedSelection, { room: otherRoom, date: takenDate.date, range }],
      request: { ...repeatedSelection, every: 1, count: 4 },
    },
  });
  expect(slotsOfSelection(selection)).toBe(5);
  const single = (bookedRoom: typeof room, slots: number) =>
    priceOfSelection({ room: bookedRoom, date: '', range: { start: 0, end: slots } })?.total;
  expect(priceOfSelection(selection)?.total).toBe((single(room, 2) ?? 0) + (single(otherRoom, 3) ?? 0));
});

test('a date can be left out, but a series with only one date cannot be booked', async () => {
  const { series, checkout } = await openSeries();
  series.send({ type: 'series.dateRemoved', date: takenDate.date });
  expect(checkout.getSnapshot().value).toBe('empty');
  expect(series.getSnapshot().hasTag('bookable')).toBe(false);
});

const newestToast = (app: Awaited<ReturnType<typeof openSeries>>['app']) =>
  (app.flow('notifier').getSnapshot().context['toasts'] as { text: string }[]).at(-1)?.text;
const thirdDate = { ...freeDate, date: addDays(DATE, 14) };

test('CONFIRM books the dates that are on screen', async () => {
  const { app, series, checkout, effects } = await openSeries();
  effects.series.loadDates.mockResolvedValue([freeDate, thirdDate]);
  series.send({ type: 'series.countChosen', count: 2 });
  await app.settle();
  series.send({ type: 'series.confirmed' });
  expect(series.getSnapshot().value).toBe('closed');
  const { selection } = checkout.getSnapshot().context as unknown as { selection: BookingSelection };
  expect(selection.series?.dates.map(({ date }) => date)).toEqual([DATE, thirdDate.date]);
  // The visitor is asked to sign in, or the booking goes on.
  expect(checkout.getSnapshot().value).not.toBe('reviewing');
  // Presses after CONFIRM do not change the booking.
  series.send({ type: 'series.countChosen', count: 6 });
  await app.settle();
  expect(checkout.getSnapshot().context).toMatchObject({ selection, next: null });
});

test('CONFIRM books nothing, and says so, while dates that are on screen are not included', async () => {
  const { app, series, checkout, effects } = await openSeries();
  // One date is taken.
  series.send({ type: 'series.confirmed' });
  expect(newestToast(app)).toContain('2 dates are chosen, but not yet included');
  // The dates change while CONFIRM is pressed.
  effects.series.loadDates.mockResolvedValue([freeDate, thirdDate]);
  series.send({ type: 'series.countChosen', count: 2 });
  await app.settle();
  expect(checkout.getSnapshot().value).toBe('reviewing');
  series.send({ type: 'series.countChosen', count: 6 });
  series.send({ type: 'series.confirmed' });
  expect(newestToast(app)).toContain('6 dates are chosen, but not yet included');
  await app.settle();
  expect(checkout.getSnapshot().value).toBe('reviewing');
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

describe('a series that is reopened', () => {
  const firstTaken = { ...takenDate, date: freeDate.date };
  const last = { ...freeDate, date: addDays(DATE, 14) };
  const firstResult = [firstTaken, takenDate, last];
  /** Reopens a series whose first date has another room and whose second date is left out. */
  async function reopenSeries(secondResult: readonly PreviewedDate[]) {
    const opening = await openSeries();
    const { app, series, checkout, effects } = opening;
    effects.series.loadDates.mockResolvedValue(firstResult);
    series.send({ type: 'series.countChosen', count: 3 });
    await app.settle();
    series.send({
      type: 'series.dateReplaced',
      date: DATE,
      room: otherRoom,
      range: repeatedSelection.range ?? { start: 0, end: 1 },
    });
    series.send({ type: 'series.dateRemoved', date: takenDate.date });
    series.send({ type: 'series.closed' });
    effects.series.loadDates.mockResolvedValue(secondResult);
    const { selection } = checkout.getSnapshot().context as unknown as { selection: BookingSelection };
    series.send({ type: 'series.opened', selection });
    await app.settle();
    return opening;
  }
  const rooms = (series: Awaited<ReturnType<typeof openSeries>>['series']) =>
    (series.getSnapshot().context['dates'] as PreviewedDate[]).map(({ date, room: { id }, state }) => [
      date,
      id,
      state,
    ]);

  test('loads the original dates, and keeps replaced and left-out dates', async () => {
    const { series, effects } = await reopenSeries(firstResult);
    expect(effects.series.loadDates).toHaveBeenLastCalledWith(
      { ...repeatedSelection, every: 1, count: 3 },
      expect.any(AbortSignal),
    );
    expect(rooms(series)).toEqual([
      [DATE, otherRoom.id, 'free'],
      [last.date, room.id, 'free'],
    ]);
  });

  test('shows a date as taken when its replacement is no longer free', async () => {
    const alternatives = { times: [], rooms: [] };
    const { series } = await reopenSeries([{ ...firstTaken, alternatives }, takenDate, last]);
    expect(rooms(series)[0]).toEqual([DATE, room.id, 'taken']);
  });

  test('discards its changes when another number of dates is selected', async () => {
    const { app, series } = await reopenSeries(firstResult);
    series.send({ type: 'series.countChosen', count: 4 });
    await app.settle();
    expect(rooms(series)).toHaveLength(3);
  });
});

test('another interval, another number and a retry load the dates again', async () => {
  const { app, series, effects } = await openSeries();
  effects.series.loadDates.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  series.send({ type: 'series.intervalChosen', every: 2 });
  await app.settle();
  expect(series.getSnapshot().value).toEqual({ open: 'failed' });
  series.send({ type: 'series.retried' });
  await app.settle();
  series.send({ type: 'series.countChosen', count: 12 });
  await app.settle();
  expect(effects.series.loadDates.mock.calls.map(([{ every, count }]) => [every, count])).toEqual([
    [1, 4],
    [2, 4],
    [2, 4],
    [2, 12],
  ]);
});

test('alternatives of a date are asked again when others book, and replaced dates stay', async () => {
  const { app, effects, series } = await openSeries();
  const secondTaken: PreviewedDate = { ...takenDate, date: addDays(takenDate.date, 7) };
  effects.series.loadDates.mockResolvedValue([freeDate, takenDate, secondTaken]);
  series.send({ type: 'series.countChosen', count: 3 });
  await app.settle();
  const range = { start: 30, end: 33 };
  series.send({ type: 'series.dateReplaced', date: takenDate.date, room: otherRoom, range });
  effects.series.loadDates.mockClear();
  const withdrawn: PreviewedDate = { ...secondTaken, alternatives: { times: [], rooms: [] } };
  effects.series.loadDates.mockResolvedValue([freeDate, takenDate, withdrawn]);
  // One change reaches the series from the live connection, the other directly.
  app.flow('seriesLive').send({ type: 'live.shown' });
  app.flow('seriesLive').send({ type: 'live.dateChosen', date: secondTaken.date });
  app.flow('seriesLive').send({ type: 'live.opened' });
  app.flow('seriesLive').send({ type: 'live.changed', roomId: 1 });
  await app.settle(3_000);
  expect(effects.series.loadDates).toHaveBeenCalledTimes(1);
  effects.series.loadDates.mockClear();
  series.send({ type: 'series.slotsOutdated' });
  series.send({ type: 'series.slotsOutdated' });
  await app.settle(3_000);
  expect(effects.series.loadDates).toHaveBeenCalledTimes(1);
  expect(series.getSnapshot().context['dates']).toMatchObject([
    { state: 'free' },
    { state: 'free', room: otherRoom, range },
    { state: 'taken', alternatives: { times: [], rooms: [] } },
  ]);

  effects.series.loadDates.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  series.send({ type: 'series.slotsOutdated' });
  await app.settle(3_000);
  expect(series.getSnapshot().context['failure']).toBeNull();
});
