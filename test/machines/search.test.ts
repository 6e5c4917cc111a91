import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '../../domain/calendar.ts';
import type { SearchCriteria, SearchFields } from '../../machines/events/search.ts';
import { emptySearch, type SearchContext } from '../../machines/search.ts';
import { bookableDates, fittingRooms, isDayChosen } from '../../machines/searchView.ts';
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
])('%s is refused beside its field', async (_what, fields, field) => {
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
