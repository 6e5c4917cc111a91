import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '../../domain/calendar.ts';
import type { SearchCriteria, SearchFields } from '../../machines/events/search.ts';
import { emptySearch, type SearchContext } from '../../machines/searchSetup.ts';
import {
  bookableDates,
  closedStartText,
  fittingRooms,
  groupedRooms,
  isDayChosen,
  offeredStarts,
} from '../../machines/searchView.ts';
import { DATE, NOON, room } from '../fixtures/booking.ts';
import { noPersistedState, quietEffects, type RunningApp, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function submitted(fields: Record<string, string>) {
  const app = await startApp();
  const search = app.flow('search');
  for (const [field, value] of Object.entries(fields)) search.send({ type: 'search.changed', field, value });
  search.send({ type: 'search.submitted' });
  return search.getSnapshot();
}

test('defaults are one person, Chennai and 8 in the morning; the date is the visitor’s to give', async () => {
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
])('%s is refused beside its field', async (_case, fields, field) => {
  const { value, context } = await submitted(fields);
  expect(value).toBe('idle');
  expect(Object.keys(context['errors'] as object)).toEqual([field]);
});

test('today, the last day of the window and 20:00 are accepted', async () => {
  expect((await submitted({ date: '2025-11-20' })).value).toBe('showing');
  expect((await submitted({ date: '2026-05-20', startTime: '20:00:00' })).value).toBe('showing');
});

test.each(['0', '-3', '1.5', 'two'])('a headcount of %s is ignored', async (headcount) => {
  const { context } = await submitted({ headcount: '6' });
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
  expect(search.getSnapshot().value).toBe('idle');
});

test('every change is kept for a reload', async () => {
  const app = await startApp();
  app.flow('search').send({ type: 'search.changed', field: 'headcount', value: '8' });
  expect(app.effects.storage.saveSearch).toHaveBeenLastCalledWith(
    expect.objectContaining({ headcount: '8' }),
  );
});

const search = (app: RunningApp) => app.flow('search');
const change = (app: RunningApp, field: string, value: string) =>
  search(app).send({ type: 'search.changed', field, value });
const submit = (app: RunningApp) => search(app).send({ type: 'search.submitted' });

/** A visitor who sees the rooms of a date. */
async function showing(date: string, effects = quietEffects()): Promise<RunningApp> {
  const app = await startApp(effects);
  app.flow('rooms').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  change(app, 'date', date);
  submit(app);
  await app.settle();
  return app;
}

/** A browser whose clock is wrong by some days until the first answer. */
function wrongClock(days: number) {
  const effects = quietEffects();
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

  test('View Slots pressed after midnight refuses what was today when the page was opened', async () => {
    const app = await startApp();
    change(app, 'date', TODAY);
    await app.settle(untilMidnight);
    submit(app);
    expect(search(app).getSnapshot().value).toBe('idle');
    expect(search(app).getSnapshot().context['errors']).toEqual({ date: 'Choose today or a later date' });
  });

  test('at midnight the earliest date moves on, for who watches the page as well', async () => {
    const app = await startApp();
    expect(search(app).getSnapshot().context['today']).toBe(TODAY);
    await app.settle(untilMidnight);
    expect(search(app).getSnapshot().context['today']).toBe('2025-11-21');
    await app.settle(86_400_000);
    expect(search(app).getSnapshot().context['today']).toBe('2025-11-22');
  });

  test('rooms shown for today are not kept as yesterday’s, and nothing chosen in them can be booked', async () => {
    const app = await showing(TODAY);
    app.flow('slots:1').send({ type: 'slots.clicked', slot: 46 });
    await app.settle(untilMidnight);
    expect(search(app).getSnapshot().value).toBe('idle');
    expect(search(app).getSnapshot().context['criteria']).toBeNull();
    expect(search(app).getSnapshot().context['errors']).toHaveProperty('date');
    expect(app.flow('slots:1').getSnapshot().value).toBe('noDate');
    expect(app.flow('live').getSnapshot().context['date']).toBe('');
    app.flow('slots:1').send({ type: 'slots.bookPressed' });
    expect(app.visited).toEqual([]);
  });

  test.each([
    ['a day behind', -1],
    ['a day ahead', 1],
    ['a year ahead', 365],
  ])('a browser’s clock %s is put right before View Slots judges the date', async (_how, days) => {
    const app = await startApp(wrongClock(days));
    expect(search(app).getSnapshot().context['today']).toBeNull();
    change(app, 'date', TODAY);
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().value).toBe('showing');
    change(app, 'date', '2025-11-19');
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().context['errors']).toEqual({ date: 'Choose today or a later date' });
  });

  test.each([-1, 1])('Today pressed on a clock %i day off means the server’s day', async (days) => {
    const app = await startApp(wrongClock(days));
    search(app).send({ type: 'search.dayChosen', daysAhead: 0 });
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().context['criteria']).toMatchObject({ date: TODAY });
  });

  test('the first answer of any call puts today right', async () => {
    const effects = wrongClock(1);
    const app = await startApp(effects);
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    expect(search(app).getSnapshot().context['today']).toBe(TODAY);
  });

  test('a persisted search that only a wrong clock refuses is shown once the clock is set', async () => {
    const effects = wrongClock(1);
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      search: { date: TODAY, headcount: '2', location: 'chennai', startTime: '08:00:00' },
    });
    const app = await startApp(effects);
    expect(search(app).getSnapshot().value).toBe('waitingForClock');
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    expect(search(app).getSnapshot().value).toBe('showing');
  });

  test.each([
    ['past times', { date: '2025-11-19' }, { date: 'Choose today or a later date' }],
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
    ['a duration that is none', { date: DATE, duration: 'abc' }, { duration: 'Choose how long, or Any' }],
  ])('an address with %s says so beside its field once the clock is set', async (_case, asked, errors) => {
    const effects = wrongClock(0);
    const app = await startApp(effects);
    const query = `?${new URLSearchParams({ headcount: '4', ...asked })}`;
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room', query });
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    const { value, context } = search(app).getSnapshot();
    expect(value).toBe('idle');
    expect(context['errors']).toEqual(errors);
    expect(context['fields']).toMatchObject({ headcount: '4', date: asked.date });
  });

  test('a kept form that has become invalid says so as well', async () => {
    const effects = wrongClock(0);
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      search: { date: '2025-11-19', headcount: '2', location: 'chennai', startTime: '08:00:00' },
    });
    const app = await startApp(effects);
    await effects.setClock();
    app.actor.send({ type: 'clock.set' });
    expect(search(app).getSnapshot().context['errors']).toEqual({ date: 'Choose today or a later date' });
  });

  test('without any answer the browser’s clock decides, and the server has the last word', async () => {
    const effects = wrongClock(0);
    effects.setClock.mockRejectedValue(new Error('offline'));
    const app = await startApp(effects);
    change(app, 'date', TODAY);
    submit(app);
    await app.settle();
    expect(search(app).getSnapshot().value).toBe('showing');
  });
});

describe('a search that is changed after View Slots', () => {
  test.each([
    ['date', '2025-11-25'],
    ['headcount', '4'],
    ['startTime', '10:00:00'],
    ['duration', '120'],
  ])(
    'marks what is shown when its %s changes, until View Slots or until it is as before',
    async (field, value) => {
      const app = await showing(DATE);
      const before = (search(app).getSnapshot().context['fields'] as Record<string, string>)[field] ?? '';
      change(app, field, value);
      expect(search(app).getSnapshot().value).toBe('outdated');
      change(app, field, before);
      expect(search(app).getSnapshot().value).toBe('showing');
      change(app, field, value);
      submit(app);
      expect(search(app).getSnapshot().value).toBe('showing');
    },
  );

  test('nothing of the old day can be chosen or booked', async () => {
    const app = await showing(DATE);
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

  test('a room that is opened meanwhile is marked as well', async () => {
    const app = await showing(DATE);
    change(app, 'headcount', '4');
    app.actor.send({ type: 'rooms.loaded', rooms: [room, { ...room, id: 2 }] });
    expect(app.flow('slots:2').getSnapshot().context['isSearchEdited']).toBe(true);
  });
});

describe('a link that asks for rooms of a size', () => {
  const follow = (app: RunningApp, query: string) =>
    app.flow('navigation').send({ type: 'navigation.arrived', path: '/meeting-room', query });

  test('lists them before there is a date, and leaves the address without it', async () => {
    const app = await startApp();
    follow(app, '?headcount=50');
    expect(search(app).getSnapshot().context).toMatchObject({
      listedHeadcount: 50,
      fields: { headcount: '50' },
    });
    expect(app.visited).toEqual(['/meeting-room']);
  });

  test('shows them for the date that was asked for before', async () => {
    const app = await showing(DATE);
    follow(app, '?headcount=50');
    expect(search(app).getSnapshot().value).toBe('showing');
    expect(search(app).getSnapshot().context['criteria']).toMatchObject({ date: DATE, headcount: 50 });
  });

  test.each(['?headcount=0', '?headcount=many', '?headcount='])('%s asks for nothing', async (query) => {
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
  /** A visitor at the page of the rooms, whose router follows the machines. */
  async function atRooms(query = ''): Promise<RunningApp> {
    const app = await startApp();
    app.actor.system.get('navigation').on('navigated', ({ path }: { path: string }) => {
      const [at = '', asked] = path.split('?');
      arrive(app, asked === undefined ? '' : `?${asked}`, at);
    });
    arrive(app, query);
    await app.settle();
    return app;
  }
  const criteria = (app: RunningApp) => search(app).getSnapshot().context['criteria'];

  test('says the search that is shown', async () => {
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

  test('is the first search’s without a step back, and each further search is one', async () => {
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

  test('shows its search when it is opened, and again when the visitor goes back to it', async () => {
    const app = await atRooms(`${SEARCH}&duration=120&sort=seats`);
    const first = {
      date: DATE,
      headcount: 1,
      city: 'chennai',
      startSlot: 16,
      requestedRange: { start: 16, end: 20 },
    };
    expect(search(app).getSnapshot().value).toBe('showing');
    expect(criteria(app)).toEqual(first);
    expect(search(app).getSnapshot().context['sort']).toBe('seats');
    change(app, 'headcount', '4');
    submit(app);
    expect(criteria(app)).toMatchObject({ headcount: 4 });
    arrive(app, `${SEARCH}&duration=120&sort=seats`);
    expect(criteria(app)).toEqual(first);
  });

  test('shows the search of before to who goes back before the router has shown the other', async () => {
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

  test('is said again when the page is reached without it', async () => {
    const app = await atRooms(SEARCH);
    arrive(app, '', '/my-bookings');
    arrive(app);
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
  });

  test('keeps what was typed since when it is reloaded', async () => {
    const effects = quietEffects();
    const typed = { ...emptySearch, date: DATE, headcount: '6', query: SEARCH };
    effects.storage.load.mockReturnValue({ ...noPersistedState, search: typed });
    const app = await startApp(effects);
    arrive(app, SEARCH);
    expect(criteria(app)).toMatchObject({ headcount: 6 });
    expect(app.visited).toEqual([`/meeting-room?date=${DATE}&headcount=6&start=08%3A00`]);
  });

  test.each(['?date=2025-02-30&headcount=abc', '?sort=price', '?utm_source=letter', '?__proto__=x'])(
    'falls back to the page without a search: %s',
    async (query) => {
      const app = await atRooms(query);
      expect(criteria(app)).toBeNull();
      expect(search(app).getSnapshot().context['fields']).toEqual(emptySearch);
      expect(app.visited).toEqual(['/meeting-room']);
    },
  );

  test('says the whole slots that its duration needs', async () => {
    const app = await atRooms(`${SEARCH}&duration=45`);
    expect(criteria(app)).toMatchObject({ requestedRange: { start: 16, end: 18 } });
    expect(app.visited).toEqual([`/meeting-room${SEARCH}&duration=60`]);
  });

  test('with a duration that is none searches once another is chosen', async () => {
    const app = await atRooms(`${SEARCH}&duration=abc`);
    expect(criteria(app)).toBeNull();
    submit(app);
    expect(criteria(app)).toBeNull();
    change(app, 'duration', '');
    submit(app);
    expect(criteria(app)).toMatchObject({ date: DATE });
  });

  test('loses what it has beside a search', async () => {
    const app = await atRooms(`${SEARCH}&amenities=sauna&utm_source=letter`);
    expect(criteria(app)).toEqual({ date: DATE, headcount: 1, city: 'chennai', startSlot: 16 });
    expect(app.visited).toEqual([`/meeting-room${SEARCH}`]);
  });

  test.each([
    ['a day that is over', '?date=2025-11-19', 'date'],
    ['a range across midnight', `?date=${DATE}&start=20:00&duration=300`, 'duration'],
    ['a start after 8 PM', `?date=${DATE}&start=21:00`, 'startTime'],
    ['a start that is none', `?date=${DATE}&start=10:10`, 'startTime'],
  ])('says beside the field what is wrong with %s', async (_case, query, field) => {
    const app = await atRooms(query);
    expect(criteria(app)).toBeNull();
    expect(Object.keys(search(app).getSnapshot().context['errors'] as object)).toEqual([field]);
  });
});

describe('rooms for a wanted time', () => {
  const found = (app: RunningApp) => app.flow('results').getSnapshot();
  async function searched(effects = quietEffects()): Promise<RunningApp> {
    const app = await startApp(effects);
    app.flow('rooms').send({ type: 'resource.used', key: 'chennai' });
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

  test('are asked for once, with the wanted range, which is chosen where it is free', async () => {
    const app = await searched();
    expect(app.effects.rooms.search).toHaveBeenCalledTimes(1);
    expect(app.effects.rooms.search.mock.calls[0]?.[0]).toMatchObject({
      requestedRange: { start: 20, end: 22 },
    });
    expect(found(app).context['found']).toEqual([{ roomId: 1, match: 'free' }]);
    expect(selection(app)).toEqual([20, 21]);
    app.flow('slots:1').send({ type: 'slots.bookPressed' });
    expect(app.visited).toContain('/meeting-room/booking');
  });

  test('are not asked for without a duration', async () => {
    const app = await showing(DATE);
    expect(app.effects.rooms.search).not.toHaveBeenCalled();
    expect(found(app).value).toBe('none');
    expect(selection(app)).toEqual([]);
  });

  test('keep their usual order when the search fails, until it is made again', async () => {
    const effects = quietEffects();
    effects.rooms.search.mockRejectedValueOnce(new Error('offline'));
    const app = await searched(effects);
    expect(found(app).value).toBe('failed');
    expect(selection(app)).toEqual([20, 21]);
    app.flow('results').send({ type: 'results.retried' });
    await app.settle();
    expect(found(app).value).toBe('found');
  });

  test('choose nothing where it is taken, and a nearest range by one press', async () => {
    const effects = quietEffects();
    effects.rooms.taken.mockResolvedValue(['10:30:00']);
    const app = await searched(effects);
    expect(selection(app)).toEqual([]);
    app.flow('slots:1').send({ type: 'slots.rangeChosen', range: { start: 20, end: 22 } });
    expect(selection(app)).toEqual([]);
    app.flow('slots:1').send({ type: 'slots.rangeChosen', range: { start: 22, end: 24 } });
    expect(selection(app)).toEqual([22, 23]);
  });

  test('keep what is left of the choice, with a toast only for what the visitor has chosen', async () => {
    const effects = quietEffects();
    const app = await searched(effects);
    effects.rooms.taken.mockResolvedValue(['10:00:00']);
    app.actor.send({ type: 'slots.outdated' });
    await app.settle();
    expect([selection(app), app.toasts()]).toEqual([[21], []]);
    app.flow('slots:1').send({ type: 'slots.rangeChosen', range: { start: 21, end: 23 } });
    effects.rooms.taken.mockResolvedValue(['10:30:00']);
    app.actor.send({ type: 'slots.outdated' });
    await app.settle();
    expect([selection(app), app.toasts()]).toEqual([[22], ['error: slot-unavailable']]);
  });

  test('change their choice with the wanted time, but not what was chosen before a reload', async () => {
    const effects = quietEffects();
    effects.storage.load.mockReturnValue({
      ...noPersistedState,
      slots: { 1: { date: DATE, selection: [30] } },
    });
    const app = await searched(effects);
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

  test('are shown free first, then free at another time, the full ones last; an unknown one is not called free', () => {
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

test('the headcount is stepped from what it is now, and never below 1', async () => {
  const app = await startApp();
  const step = (by: 1 | -1) => search(app).send({ type: 'search.headcountStepped', by });
  const headcount = (): string => (search(app).getSnapshot().context['fields'] as SearchFields).headcount;
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

describe('what the page shows of a search', () => {
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
    const rooms = [3, 4, 5].map((capacity) => ({ ...room, id: capacity, room_capacity: capacity }));
    const fitting = (partial: Partial<SearchContext>) =>
      fittingRooms(context(partial), rooms).map(({ id }) => id);
    expect(fitting({ criteria, listedHeadcount: 5 })).toEqual([4, 5]);
    expect(fitting({ listedHeadcount: 5 })).toEqual([5]);
  });
});

test('the form offers the starts at which a room is open that day, and says when none is', () => {
  const hours = Array.from({ length: 7 }, () => ({ opens: '09:00:00', closes: '18:00:00' }));
  const rooms = [{ ...room, opening_hours: hours }];
  const at = (startTime: string) =>
    ({ fields: { ...emptySearch, date: DATE, startTime } }) as unknown as SearchContext;
  expect(offeredStarts(at('10:00:00'), rooms)).toEqual(Array.from({ length: 18 }, (_, i) => 18 + i));
  expect(closedStartText(at('10:00:00'), rooms)).toBeUndefined();
  expect(offeredStarts(at('03:00:00'), rooms)[0]).toBe(6);
  expect(closedStartText(at('03:00:00'), rooms)).toBe('No room is open at 3:00 AM on this day');
  expect(closedStartText(at('03:00:00'), [])).toBeUndefined();
});
