import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '../../../domain/time/calendar.ts';
import type { SearchCriteria, SearchFields } from '../../../machines/rooms/search/events.ts';
import { emptySearch } from '../../../machines/rooms/search/form.ts';
import type { SearchContext } from '../../../machines/rooms/search/setup.ts';
import {
  bookableDates,
  closedStartText,
  fittingRooms,
  groupedRooms,
  isDayChosen,
  type KnownDay,
  offeredStarts,
  otherFreeRooms,
} from '../../../machines/rooms/search/view.ts';
import { DATE, NOON, room } from '../../fixtures/booking.ts';
import { noPersistedState, mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function submitSearch(fields: Partial<SearchFields>) {
  const app = await startApp();
  const search = app.flow('search');
  for (const [field, value] of Object.entries(fields) as [keyof SearchFields, string][])
    search.send({ type: 'search.changed', field, value });
  search.send({ type: 'search.submitted' });
  return search.getSnapshot();
}

test('the defaults are one person, Chennai and 8 AM, without a date', async () => {
  const app = await startApp();
  expect(app.flow('search').getSnapshot().context['fields']).toEqual({
    date: '',
    headcount: '1',
    location: 'chennai',
    startTime: '08:00:00',
    duration: '',
  });
});

test.each([
  ['no date', { date: '' }, 'date'],
  ['yesterday', { date: '2025-11-19' }, 'date'],
  ['more than six months ahead', { date: '2026-05-21' }, 'date'],
  ['an emptied headcount', { date: '2025-11-20', headcount: '' }, 'headcount'],
  ['another city', { date: '2025-11-20', location: 'mumbai' }, 'location'],
  ['a start after 20:00', { date: '2025-11-20', startTime: '20:30:00' }, 'startTime'],
  ['a duration across midnight', { date: '2025-11-20', startTime: '20:00:00', duration: '270' }, 'duration'],
])('%s shows an error at its field', async (_case, fields, field) => {
  const { value, context } = await submitSearch(fields);
  expect(value).toEqual({ results: 'none' });
  expect(Object.keys(context['errors'] as object)).toEqual([field]);
});

test('today, the last day of the window and 20:00 are accepted', async () => {
  expect((await submitSearch({ date: '2025-11-20' })).value).toEqual({ results: 'showing' });
  expect((await submitSearch({ date: '2026-05-20', startTime: '20:00:00' })).value).toEqual({
    results: 'showing',
  });
});

test.each(['0', '-3', '1.5', 'two'])('a headcount of %s is ignored', async (headcount) => {
  const { context } = await submitSearch({ headcount: '6' });
  expect(context['fields']).toMatchObject({ headcount: '6' });
  const app = await startApp();
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: headcount });
  expect(app.flow('search').getSnapshot().context['fields']).toMatchObject({ headcount: '1' });
});

test('a field’s problem goes when the field is changed', async () => {
  const app = await startApp();
  const search = app.flow('search');
  search.send({ type: 'search.submitted' });
  expect(search.getSnapshot().context['errors']).toHaveProperty('date');
  search.send({ type: 'search.changed', field: 'date', value: '2025-11-21' });
  expect(search.getSnapshot().context['errors']).toEqual({});
  expect(search.getSnapshot().value).toEqual({ results: 'none' });
});

test('every change is kept for a reload', async () => {
  const app = await startApp();
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '8' });
  expect(app.effects.storage.saveSearch).toHaveBeenLastCalledWith(
    expect.objectContaining({ headcount: '8' }),
  );
});

const search = (app: RunningApp) => app.flow('search');
const change = (app: RunningApp, field: keyof SearchFields, value: string) =>
  search(app).send({ type: 'search.changed', field, value });
const submit = (app: RunningApp) => search(app).send({ type: 'search.submitted' });

/** Starts the system with a visitor who sees the rooms of a date. */
async function showRooms(date: string, effects = mockEffects()): Promise<RunningApp> {
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  change(app, 'date', date);
  submit(app);
  await app.settle();
  return app;
}

/** Effects of a browser whose clock is wrong by `days` until the first response of the server. */
function effectsWithWrongClock(days: number) {
  const effects = mockEffects();
  let isSet = false;
  effects.clock = {
    now: () => Date.now() + (isSet ? 0 : days * 86_400_000),
    isUnsynced: () => !isSet,
  };
  effects.setClock.mockImplementation(async () => {
    isSet = true;
  });
  return effects;
}

describe('today is the server’s day', () => {
  const TODAY = '2025-11-20';
  const untilMidnight = instantOf('2025-11-21', 0) - NOON;

  test('View Slots after midnight refuses the date that was today when the page was opened', async () => {
    const app = await startApp();
    change(app, 'date', TODAY);
    await app.settle(untilMidnight);
    submit(app);
    expect(search(app).getSnapshot().value).toEqual({ results: 'none' });
    expect(search(app).getSnapshot().context['errors']).toEqual({ date: 'Choose today or a later date' });
  });

  test('at midnight the earliest date moves to the next day, while the page is open', async () => {
    const app = await startApp();
    expect(search(app).getSnapshot().context['today']).toBe(TODAY);
    await app.settle(untilMidnight);
    expect(search(app).getSnapshot().context['today']).toBe('2025-11-21');
    await app.settle(86_400_000);
    expect(search(app).getSnapshot().context['today']).toBe('2025-11-22');
  });

  test('at midnight the rooms of the old day disappear, and their selected slots cannot be booked', async () => {
    const app = await showRooms(TODAY);
    app.flow('slots:1').send({ type: 'slots.clicked', slot: 46 });
    await app.settle(untilMidnight);
    expect(search(app).getSnapshot().value).toEqual({ results: 'none' });
    expect(search(app).getSnapshot().context['criteria']).toBeNull();
    expect(search(app).getSnapshot().context['errors']).toHaveProperty('date');
    expect(app.flow('slots:1').getSnapshot().value).toMatchObject({ day: 'noDate' });
    expect(app.flow('live').getSnapshot().context['date']).toBe('');
    app.flow('slots:1').send({ type: 'slots.bookPressed' });
    expect(app.visited).toEqual([]);
  });

  test('after midnight the list keeps the number of people', async () => {
    const app = await showRooms(TODAY);
    change(app, 'headcount', '7');
    submit(app);
    await app.settle(untilMidnight);
    expect(search(app).getSnapshot().context).toMatchObject({ criteria: null, listedHeadcount: 7 });
  });

  test('the rooms of today stay when the page is looked at again on the same day', async () => {
    const app = await showRooms(TODAY);
    app.actor.send({ type: 'app.resumed' });
    await app.settle();
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
  });

  test.each([
    ['a day behind', -1],
    ['a day ahead', 1],
    ['a year ahead', 365],
  ])('a browser’s clock %s is corrected before View Slots validates the date', async (_how, days) => {
    const app = await startApp(effectsWithWrongClock(days));
    expect(search(app).getSnapshot().context['today']).toBeNull();
    change(app, 'date', TODAY);
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
    change(app, 'date', '2025-11-19');
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().context['errors']).toEqual({ date: 'Choose today or a later date' });
  });

  test.each([-1, 1])(
    'the button Today means the server’s day when the clock is wrong by %i day',
    async (days) => {
      const app = await startApp(effectsWithWrongClock(days));
      search(app).send({ type: 'search.dayChosen', daysAhead: 0 });
      submit(app);
      await app.settle();
      expect(search(app).getSnapshot().context['criteria']).toMatchObject({ date: TODAY });
    },
  );

  test('the first response of any call corrects today', async () => {
    const effects = effectsWithWrongClock(1);
    const app = await startApp(effects);
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    expect(search(app).getSnapshot().context['today']).toBe(TODAY);
  });

  test('a persisted search that is only invalid by the wrong clock is shown when the clock is set', async () => {
    const effects = effectsWithWrongClock(1);
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      search: { date: TODAY, headcount: '2', location: 'chennai', startTime: '08:00:00' },
    });
    const app = await startApp(effects);
    expect(search(app).getSnapshot().value).toEqual({ pending: 'waitingForClock' });
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
  });

  test.each([
    ['a past date', { date: '2025-11-19' }, { date: 'Choose today or a later date' }],
    [
      'a date beyond the window',
      { date: '2027-01-01' },
      { date: 'Rooms can be booked up to six months ahead' },
    ],
    [
      'times across midnight',
      { date: DATE, start: '20:00', duration: '720' },
      { duration: 'Choose a shorter time: it must end by midnight' },
    ],
    [
      'more than a day',
      { date: DATE, duration: '1500' },
      { duration: 'Choose a shorter time: it must end by midnight' },
    ],
    ['an invalid duration', { date: DATE, duration: 'abc' }, { duration: 'Choose how long, or Any' }],
  ])('an address with %s shows an error at its field when the clock is set', async (_case, asked, errors) => {
    const effects = effectsWithWrongClock(0);
    const app = await startApp(effects);
    const query = `?${new URLSearchParams({ headcount: '4', ...asked })}`;
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room', query });
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    const { value, context } = search(app).getSnapshot();
    expect(value).toEqual({ results: 'none' });
    expect(context['errors']).toEqual(errors);
    expect(context['fields']).toMatchObject({ headcount: '4', date: asked.date });
  });

  test('a persisted form that has become invalid shows its errors', async () => {
    const effects = effectsWithWrongClock(0);
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      search: { date: '2025-11-19', headcount: '2', location: 'chennai', startTime: '08:00:00' },
    });
    const app = await startApp(effects);
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    expect(search(app).getSnapshot().context['errors']).toEqual({ date: 'Choose today or a later date' });
  });

  test('without a response of the server, the browser’s clock is used', async () => {
    const effects = effectsWithWrongClock(0);
    effects.setClock.mockRejectedValue(new Error('offline'));
    const app = await startApp(effects);
    change(app, 'date', TODAY);
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
  });
});

describe('a search that is changed after View Slots', () => {
  test.each([
    ['date', '2025-11-25'],
    ['headcount', '4'],
    ['startTime', '10:00:00'],
    ['duration', '120'],
  ] as const)(
    'marks the shown rooms as outdated when its %s changes, until View Slots or until the change is undone',
    async (field, value) => {
      const app = await showRooms(DATE);
      const before = search(app).getSnapshot().context.fields[field];
      change(app, field, value);
      expect(search(app).getSnapshot().value).toEqual({ results: 'outdated' });
      change(app, field, before);
      expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
      change(app, field, value);
      submit(app);
      expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
    },
  );

  test('slots of the old day cannot be selected or booked', async () => {
    const app = await showRooms(DATE);
    const slots = app.flow('slots:1');
    slots.send({ type: 'slots.clicked', slot: 20 });
    change(app, 'date', '2025-11-25');
    slots.send({ type: 'slots.clicked', slot: 21 });
    expect(slots.getSnapshot().context['selection']).toEqual([20]);
    slots.send({ type: 'slots.bookPressed' });
    expect(app.visited).toEqual([]);
    expect(app.toasts()).toEqual(['warning: You have changed the search: press View Slots first']);

    change(app, 'date', DATE);
    slots.send({ type: 'slots.bookPressed' });
    expect(app.visited).toEqual(['/meeting-room/booking']);
  });

  test('is shown again as before when it is changed while the clock is set', async () => {
    const effects = effectsWithWrongClock(0);
    effects.setClock.mockReturnValue(new Promise(() => undefined));
    effects.storage.load.mockReturnValue({ ...noPersistedState, search: { ...emptySearch, date: DATE } });
    const app = await startApp(effects);
    app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
    await app.settle();
    change(app, 'headcount', '4');
    submit(app);
    expect(search(app).getSnapshot().value).toEqual({ pending: 'settingClock' });
    change(app, 'headcount', '5');
    expect(search(app).getSnapshot().value).toEqual({ results: 'outdated' });
    submit(app);
    change(app, 'headcount', '1');
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
    expect(app.flow('rooms').getSnapshot().context['isEdited']).toBe(false);
  });

  test('a room that is loaded in the meantime is marked too', async () => {
    const app = await showRooms(DATE);
    change(app, 'headcount', '4');
    app.flow('rooms').send({ type: 'rooms.listed', rooms: [room, { ...room, id: 2 }] });
    expect(app.flow('slots:2').getSnapshot().value).toMatchObject({ search: 'edited' });
  });
});

describe('a link to rooms of a size', () => {
  const follow = (app: RunningApp, query: string) =>
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room', query });

  test('lists the rooms before a date is selected, and removes the query from the address', async () => {
    const app = await startApp();
    follow(app, '?headcount=50');
    expect(search(app).getSnapshot().context).toMatchObject({
      listedHeadcount: 50,
      fields: { headcount: '50' },
    });
    expect(app.visited).toEqual(['/meeting-room']);
  });

  test('shows the rooms for the date of the last search', async () => {
    const app = await showRooms(DATE);
    follow(app, '?headcount=50');
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
    expect(search(app).getSnapshot().context['criteria']).toMatchObject({ date: DATE, headcount: 50 });
  });

  test.each(['?headcount=0', '?headcount=many', '?headcount='])('%s is ignored', async (query) => {
    const app = await startApp();
    follow(app, query);
    expect(search(app).getSnapshot().context).toMatchObject({
      listedHeadcount: 1,
      fields: { headcount: '1' },
    });
  });
});

describe('the address of the rooms', () => {
  const SEARCH = `?date=${DATE}&headcount=1&start=08%3A00`;
  const arrive = (app: RunningApp, query = '', path = '/meeting-room') =>
    app.flow('navigation').send({ type: 'navigation.arrived', path, query });
  /** Starts the system with a visitor on the page of the rooms, and a router that follows the machines. */
  async function atRooms(query = ''): Promise<RunningApp> {
    const app = await startApp();
    app.actor.system.get('navigation').on('navigated', ({ path }: { path: string }) => {
      const [at = '', queryText] = path.split('?');
      arrive(app, queryText === undefined ? '' : `?${queryText}`, at);
    });
    arrive(app, query);
    await app.settle();
    return app;
  }
  const criteria = (app: RunningApp) => search(app).getSnapshot().context['criteria'];

  test('contains the shown search', async () => {
    const app = await atRooms();
    change(app, 'date', DATE);
    expect(app.visited).toEqual([]);
    submit(app);
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
    change(app, 'duration', '120');
    submit(app);
    search(app).send({ type: 'search.amenityToggled', amenity: 'wifi' });
    search(app).send({ type: 'search.sorted', sort: 'price' });
    expect(app.visited.at(-1)).toBe(`/meeting-room${SEARCH}&duration=120&amenities=wifi&sort=price`);
    search(app).send({ type: 'search.amenityToggled', amenity: 'wifi' });
    expect(app.visited.at(-1)).toBe(`/meeting-room${SEARCH}&duration=120&sort=price`);
  });

  test('is replaced by the first search, and each further search adds a history entry', async () => {
    const app = await atRooms();
    const replaced: boolean[] = [];
    app.actor.system
      .get('navigation')
      .on('navigated', ({ replaces }: { replaces: boolean }) => replaced.push(replaces));
    change(app, 'date', DATE);
    submit(app);
    change(app, 'headcount', '4');
    submit(app);
    search(app).send({ type: 'search.sorted', sort: 'price' });
    expect(replaced).toEqual([true, false, true]);
  });

  test('shows its search when it is opened, and when the visitor goes back to it', async () => {
    const app = await atRooms(`${SEARCH}&duration=120&sort=seats`);
    const first = {
      date: DATE,
      headcount: 1,
      city: 'chennai',
      startSlot: 16,
      requestedRange: { start: 16, end: 20 },
    };
    expect(search(app).getSnapshot().value).toEqual({ results: 'showing' });
    expect(criteria(app)).toEqual(first);
    expect(search(app).getSnapshot().context['sort']).toBe('seats');
    change(app, 'headcount', '4');
    submit(app);
    expect(criteria(app)).toMatchObject({ headcount: 4 });
    arrive(app, `${SEARCH}&duration=120&sort=seats`);
    expect(criteria(app)).toEqual(first);
  });

  test('shows the previous search when the visitor goes back before the router has shown the new one', async () => {
    const app = await startApp();
    arrive(app, `${SEARCH}&duration=120`);
    const first = criteria(app);
    change(app, 'duration', '');
    submit(app);
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
    arrive(app, `${SEARCH}&duration=120`);
    expect(criteria(app)).toEqual(first);
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
  });

  test('is restored when the page is opened without a query', async () => {
    const app = await atRooms(SEARCH);
    arrive(app, '', '/my-bookings');
    arrive(app);
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
  });

  test('does not override newer typed values after a reload', async () => {
    const effects = mockEffects();
    const typed = { ...emptySearch, date: DATE, headcount: '6', query: SEARCH };
    effects.storage.load.mockReturnValue({ ...noPersistedState, search: typed });
    const app = await startApp(effects);
    arrive(app, SEARCH);
    expect(criteria(app)).toMatchObject({ headcount: 6 });
    expect(app.visited).toEqual([`/meeting-room?date=${DATE}&headcount=6&start=08%3A00`]);
  });

  test.each(['?date=2025-02-30&headcount=abc', '?sort=price', '?utm_source=email', '?__proto__=x'])(
    'falls back to the page without a search: %s',
    async (query) => {
      const app = await atRooms(query);
      expect(criteria(app)).toBeNull();
      expect(search(app).getSnapshot().context['fields']).toEqual(emptySearch);
      expect(app.visited).toEqual(['/meeting-room']);
    },
  );

  test('contains the duration rounded up to whole slots', async () => {
    const app = await atRooms(`${SEARCH}&duration=45`);
    expect(criteria(app)).toMatchObject({ requestedRange: { start: 16, end: 18 } });
    expect(app.visited).toEqual([`/meeting-room${SEARCH}&duration=60`]);
  });

  test('with an invalid duration shows results after a valid duration is selected', async () => {
    const app = await atRooms(`${SEARCH}&duration=abc`);
    expect(criteria(app)).toBeNull();
    submit(app);
    expect(criteria(app)).toBeNull();
    change(app, 'duration', '');
    submit(app);
    expect(criteria(app)).toMatchObject({ date: DATE });
  });

  test('loses parts that do not belong to a search', async () => {
    const app = await atRooms(`${SEARCH}&amenities=sauna&utm_source=email`);
    expect(criteria(app)).toEqual({ date: DATE, headcount: 1, city: 'chennai', startSlot: 16 });
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
  });

  test.each([
    ['a past day', '?date=2025-11-19', 'date'],
    ['a range across midnight', `?date=${DATE}&start=20:00&duration=300`, 'duration'],
    ['a start after 8 PM', `?date=${DATE}&start=21:00`, 'startTime'],
    ['an invalid start', `?date=${DATE}&start=10:10`, 'startTime'],
  ])('shows an error at the field for %s', async (_case, query, field) => {
    const app = await atRooms(query);
    expect(criteria(app)).toBeNull();
    expect(Object.keys(search(app).getSnapshot().context['errors'] as object)).toEqual([field]);
  });
});

describe('rooms for a requested time', () => {
  const found = (app: RunningApp) => app.flow('rooms').getSnapshot();
  async function searchForTime(effects = mockEffects()): Promise<RunningApp> {
    const app = await startApp(effects);
    app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
    await app.settle();
    for (const [field, value] of [
      ['date', DATE],
      ['startTime', '10:00:00'],
      ['duration', '60'],
    ] as const)
      change(app, field, value);
    submit(app);
    await app.settle();
    return app;
  }
  const selection = (app: RunningApp) => app.flow('slots:1').getSnapshot().context['selection'];

  test('are searched once, with the requested range, which is selected where it is free', async () => {
    const app = await searchForTime();
    expect(app.effects.rooms.search).toHaveBeenCalledTimes(1);
    expect(app.effects.rooms.search.mock.calls[0]?.[0]).toMatchObject({
      requestedRange: { start: 20, end: 22 },
    });
    expect(found(app).context['found']).toEqual([{ roomId: 1, match: 'free' }]);
    expect(selection(app)).toEqual([20, 21]);
    app.flow('slots:1').send({ type: 'slots.bookPressed' });
    expect(app.visited).toContain('/meeting-room/booking');
  });

  test('are not searched without a duration', async () => {
    const app = await showRooms(DATE);
    expect(app.effects.rooms.search).not.toHaveBeenCalled();
    expect(found(app).value).toBe('unsearched');
    expect(selection(app)).toEqual([]);
  });

  test('keep their default order when the search fails, until it is retried', async () => {
    const effects = mockEffects();
    effects.rooms.search.mockRejectedValueOnce(new Error('offline'));
    const app = await searchForTime(effects);
    expect(found(app).value).toBe('failed');
    expect(selection(app)).toEqual([20, 21]);
    app.flow('rooms').send({ type: 'rooms.searchRetried' });
    await app.settle();
    expect(found(app).value).toBe('found');
  });

  test('have no selection where the range is taken, and one press selects a nearest range', async () => {
    const effects = mockEffects();
    effects.rooms.taken.mockResolvedValue([21]);
    const app = await searchForTime(effects);
    expect(selection(app)).toEqual([]);
    app.flow('slots:1').send({ type: 'slots.rangeChosen', range: { start: 20, end: 22 } });
    expect(selection(app)).toEqual([]);
    app.flow('slots:1').send({ type: 'slots.rangeChosen', range: { start: 22, end: 24 } });
    expect(selection(app)).toEqual([22, 23]);
  });

  test('keep the free rest of a selection, with a toast only when the visitor has made the selection', async () => {
    const effects = mockEffects();
    const app = await searchForTime(effects);
    effects.rooms.taken.mockResolvedValue([20]);
    app.flow('rooms').send({ type: 'data.outdated' });
    await app.settle();
    expect([selection(app), app.toasts()]).toEqual([[21], []]);
    app.flow('slots:1').send({ type: 'slots.rangeChosen', range: { start: 21, end: 23 } });
    effects.rooms.taken.mockResolvedValue([21]);
    app.flow('rooms').send({ type: 'data.outdated' });
    await app.settle();
    expect([selection(app), app.toasts()]).toEqual([[22], ['error: slot-unavailable']]);
  });

  test('change their preselection with the requested time, but keep a selection from before a reload', async () => {
    const effects = mockEffects();
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      slots: { 1: { date: DATE, selection: [30] } },
    });
    const app = await searchForTime(effects);
    expect(selection(app)).toEqual([30]);
    change(app, 'startTime', '12:00:00');
    submit(app);
    await app.settle();
    expect(selection(app)).toEqual([24, 25]);
    change(app, 'duration', '');
    submit(app);
    await app.settle();
    expect(selection(app)).toEqual([]);
  });

  test('are grouped as free, free at another time, and full; a room without a result is not shown as free', () => {
    const rooms = [1, 2, 3, 4].map((id) => ({ ...room, id }));
    const groups = groupedRooms(rooms, [
      { roomId: 1, match: 'full' },
      { roomId: 2, match: 'free' },
      { roomId: 3, match: 'other-time' },
    ]);
    expect(groups.map(({ match, rooms: some }) => [match, some.map(({ id }) => id)])).toEqual([
      ['free', [2]],
      ['other-time', [3, 4]],
      ['full', [1]],
    ]);
  });
});

test('the headcount is stepped from its current value, and never below 1', async () => {
  const app = await startApp();
  const step = (by: 1 | -1) => search(app).send({ type: 'search.headcountStepped', by });
  const headcount = (): string => search(app).getSnapshot().context.fields.headcount;
  step(-1);
  expect(headcount()).toBe('1');
  step(1);
  step(1);
  expect(headcount()).toBe('3');
  step(-1);
  expect(headcount()).toBe('2');
  search(app).send({ type: 'search.changed', field: 'headcount', value: '' });
  step(1);
  expect(headcount()).toBe('1');
});

describe('the search page shows', () => {
  const context = (partial: Partial<SearchContext>): SearchContext => ({
    clock: { now: () => NOON },
    fields: { ...emptySearch, date: '2025-11-21' },
    errors: {},
    criteria: null,
    listedHeadcount: 1,
    amenities: [],
    sort: 'listed',
    query: '',
    today: '2025-11-20',
    daysAhead: null,
    ...partial,
  });
  const criteria: SearchCriteria = { date: DATE, headcount: 4, city: 'chennai', startSlot: 16 };

  test('the dates of six months from today, none before today is known', () => {
    expect(bookableDates(context({}))).toEqual({ first: '2025-11-20', last: '2026-05-20' });
    expect(bookableDates(context({ today: null }))).toBeNull();
  });

  test('the chosen day, counted from today', () => {
    expect([0, 1].map((daysAhead) => isDayChosen(context({}), daysAhead))).toEqual([false, true]);
    expect(isDayChosen(context({ today: null }), 1)).toBe(false);
  });

  test('the rooms that seat the headcount of the search, or of a link', () => {
    const rooms = [3, 4, 5].map((capacity) => ({ ...room, id: capacity, roomCapacity: capacity }));
    const fitting = (partial: Partial<SearchContext>) =>
      fittingRooms(context(partial), rooms).map(({ id }) => id);
    expect(fitting({ criteria, listedHeadcount: 5 })).toEqual([4, 5]);
    expect(fitting({ listedHeadcount: 5 })).toEqual([5]);
  });

  test('sorted by the price of the times that the search asks for', () => {
    const evenings = [{ weekdays: [0, 1, 2, 3, 4, 5, 6], start: 36, end: 48, pricePerHour: 200_00 }];
    const rooms = [
      { ...room, id: 1, pricePerHour: 400_00 },
      { ...room, id: 2, pricePerHour: 500_00, rates: evenings },
    ];
    const sorted = (start: number | null) =>
      fittingRooms(
        context({
          sort: 'price',
          criteria: { ...criteria, ...(start !== null && { requestedRange: { start, end: start + 2 } }) },
        }),
        rooms,
      ).map(({ id }) => id);
    expect([sorted(null), sorted(20), sorted(36)]).toEqual([
      [1, 2],
      [1, 2],
      [2, 1],
    ]);
  });

  test('for taken times three other rooms that are free at them and fit the search, the most similar in capacity first', () => {
    const range = { start: 20, end: 22 };
    const day = (capacity: number, partial: Partial<KnownDay> = {}): KnownDay => ({
      room: { ...room, id: capacity, roomCapacity: capacity },
      date: DATE,
      taken: [],
      ...partial,
    });
    const days = [
      day(20),
      day(4),
      day(9),
      day(2),
      day(14),
      day(8, { taken: [21] }),
      day(11, { date: '2025-11-25' }),
    ];
    const offered = (shown: SearchContext | undefined) =>
      otherFreeRooms(shown, days, { room: day(9).room, date: DATE, range }).map(({ id }) => id);
    expect(offered(undefined)).toEqual([4, 14, 2]);
    expect(offered(context({ listedHeadcount: 10 }))).toEqual([14, 20]);
  });
});

test('the form offers the starts at which a room is open on that day, and explains a start when no room is open', () => {
  const hours = Array.from({ length: 7 }, () => ({ start: 18, end: 36 }));
  const rooms = [{ ...room, openingHours: hours }];
  const at = (startTime: string) =>
    ({ fields: { ...emptySearch, date: DATE, startTime } }) as unknown as SearchContext;
  expect(offeredStarts(at('10:00:00'), rooms)).toEqual(Array.from({ length: 18 }, (_, i) => 18 + i));
  expect(closedStartText(at('10:00:00'), rooms)).toBeUndefined();
  expect(offeredStarts(at('03:00:00'), rooms)[0]).toBe(6);
  expect(closedStartText(at('03:00:00'), rooms)).toBe('No room is open at 3:00 AM on this day');
  expect(closedStartText(at('03:00:00'), [])).toBeUndefined();
  // 8 PM is the latest start of a search.
  expect(closedStartText(at('20:00:00'), rooms)).toBe('No room is open at 8:00 PM on this day');
  expect(closedStartText(at('20:30:00'), rooms)).toBeUndefined();
});
