import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '../../../domain/time/calendar.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import { selectionOfEntry } from '../../../machines/bookings/waitingList/entry.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { DATE, NOON, room, TODAY } from '../../fixtures/booking.ts';
import { waitingListEntry } from '../../fixtures/waitingList.ts';
import { liveSession, noPersistedState, mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startChoosing(effects = mockEffects(), date = DATE) {
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('search').send({ type: 'search.changed', field: 'date', value: date });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  return { app, slots: app.flow('slots:1'), waitingList: app.flow('joinWaitingList') };
}

const signIn = (app: RunningApp) =>
  app.flow('session').send({
    type: 'session.signInRequested',
    credentials: new Redacted({ email: 'asha@example.com', password: 'secret' }),
    from: 'page',
  });
const times = (start: number, end: number) => ({
  room: { id: room.id, roomName: room.roomName },
  date: DATE,
  range: { start, end },
});
const joinWaitingList = (app: RunningApp, start: number, end: number, page = '/meeting-room?headcount=1') =>
  app.flow('joinWaitingList').send({ type: 'joinWaitingList.joinRequested', times: times(start, end), page });

test('slots that others take are named, and the longest free part of the selection is kept', async () => {
  const effects = mockEffects();
  const { app, slots } = await startChoosing(effects);
  for (const slot of [20, 21, 22, 23]) slots.send({ type: 'slots.clicked', slot });
  effects.rooms.taken.mockResolvedValue([21]);
  app.flow('rooms').send({ type: 'data.outdated' });
  await app.settle();
  expect(slots.getSnapshot().context['selection']).toEqual([22, 23]);
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  expect(slots.getSnapshot().context['missed']).toEqual({
    range: { start: 20, end: 24 },
    lost: [21],
    kept: { start: 22, end: 24 },
    hasStarted: false,
  });
  slots.send({ type: 'slots.clicked', slot: 24 });
  expect(slots.getSnapshot().context['missed']).toBeNull();
});

test('a preselected range also keeps its free part, without a toast', async () => {
  const effects = mockEffects();
  const app = await startApp(effects);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  for (const [field, value] of [
    ['date', DATE],
    ['startTime', '10:00:00'],
    ['duration', '120'],
  ] as const)
    app.flow('search').send({ type: 'search.changed', field, value });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  const slots = app.flow('slots:1');
  expect(slots.getSnapshot().context['selection']).toEqual([20, 21, 22, 23]);
  effects.rooms.taken.mockResolvedValue([20]);
  app.flow('rooms').send({ type: 'data.outdated' });
  await app.settle();
  expect(slots.getSnapshot().context).toMatchObject({
    selection: [21, 22, 23],
    missed: { range: { start: 20, end: 24 }, lost: [20], kept: { start: 21, end: 24 } },
  });
  expect(app.toasts()).toEqual([]);
});

test('a selected slot that has started is reported as started, not as taken', async () => {
  const effects = mockEffects();
  const { app, slots } = await startChoosing(effects, TODAY);
  for (const slot of [26, 27, 28]) slots.send({ type: 'slots.clicked', slot });
  effects.rooms.taken.mockResolvedValue([26]);
  vi.setSystemTime(instantOf(TODAY, 26) + 60_000);
  app.flow('rooms').send({ type: 'data.outdated' });
  await app.settle();
  expect(slots.getSnapshot().context).toMatchObject({
    selection: [27, 28],
    missed: { lost: [26], hasStarted: true },
  });
});

test('adjacent taken slots that are pressed become one range, and the list is joined once', async () => {
  const effects = mockEffects();
  effects.rooms.taken.mockResolvedValue([18, 19, 22]);
  const { app, slots, waitingList } = await startChoosing(effects);
  for (const slot of [18, 19]) slots.send({ type: 'slots.clicked', slot });
  expect(slots.getSnapshot().context['missed']).toMatchObject({ range: { start: 18, end: 20 } });
  joinWaitingList(app, 18, 20);
  joinWaitingList(app, 18, 20);
  await app.settle();
  expect(effects.waitingList.join).toHaveBeenCalledExactlyOnceWith(times(18, 20));
  expect(waitingList.getSnapshot().hasTag('joined')).toBe(true);
  expect(app.toasts()).toEqual(['error: slot-unavailable']);
  slots.send({ type: 'slots.clicked', slot: 22 });
  expect(slots.getSnapshot().context['missed']).toMatchObject({ range: { start: 22, end: 23 } });
});

test('choosing the same times in another room opens the booking screen', async () => {
  const { app, waitingList } = await startChoosing();
  const selection = { room: { ...room, id: 2 }, date: DATE, range: { start: 18, end: 19 } };
  waitingList.send({ type: 'joinWaitingList.bookPressed', selection });
  expect(app.visited).toEqual(['/meeting-room/booking']);
  expect(app.flow('checkout').getSnapshot().context['selection']).toEqual(selection);
});

describe('a visitor who has to sign in first', () => {
  const effectsRequiringSignIn = () => {
    const effects = mockEffects();
    effects.waitingList.join.mockRejectedValueOnce(new Failure(401, 'unauthenticated'));
    return effects;
  };
  const joinedToast = `success: You are on the waiting list for ${room.roomName}, 9:00–9:30 AM.`;

  test('is led to the sign-in, and joins the list afterwards', async () => {
    const effects = effectsRequiringSignIn();
    const { app, waitingList } = await startChoosing(effects);
    joinWaitingList(app, 18, 19);
    await app.settle();
    expect(app.visited).toEqual(['/login?next=%2Fmeeting-room%3Fheadcount%3D1']);
    expect(effects.storage.saveWait).toHaveBeenLastCalledWith(times(18, 19));
    signIn(app);
    await app.settle();
    expect(effects.waitingList.join).toHaveBeenCalledTimes(2);
    expect(waitingList.getSnapshot().hasTag('joined')).toBe(true);
    expect(app.toasts()).toContain(joinedToast);
    expect(effects.storage.saveWait).toHaveBeenLastCalledWith(null);
  });

  test('joins the list after creating an account', async () => {
    const { app, waitingList } = await startChoosing(effectsRequiringSignIn());
    joinWaitingList(app, 18, 19);
    await app.settle();
    app.flow('session').send({ type: 'session.tokensChanged', session: liveSession() });
    await app.settle();
    expect(waitingList.getSnapshot().hasTag('joined')).toBe(true);
  });

  test('joins the list even when the page was reloaded in the meantime', async () => {
    const effects = mockEffects();
    effects.storage.load.mockReturnValue({ ...noPersistedState, wait: times(18, 19) });
    const app = await startApp(effects);
    expect(effects.waitingList.join).not.toHaveBeenCalled();
    signIn(app);
    await app.settle();
    expect(effects.waitingList.join).toHaveBeenCalledExactlyOnceWith(times(18, 19));
  });

  test('sees why joining failed, and it is not retried', async () => {
    const effects = effectsRequiringSignIn();
    const { app, waitingList } = await startChoosing(effects);
    joinWaitingList(app, 18, 19);
    await app.settle();
    effects.waitingList.join.mockRejectedValueOnce(new Failure(409, 'still-free', 'These times are free'));
    signIn(app);
    await app.settle();
    expect(waitingList.getSnapshot().context['failure']).toMatchObject({ code: 'still-free' });
    expect(app.toasts()).toContain('error: These times are free');
    expect(effects.storage.saveWait).toHaveBeenLastCalledWith(null);
  });
});

test('waiting list entries are listed, can be booked in the checkout, and can be left', async () => {
  const effects = mockEffects();
  effects.waitingList.list.mockResolvedValueOnce([waitingListEntry]);
  const app = await startApp(effects);
  const waitingList = app.flow('waitingList');
  waitingList.send({ type: 'resource.used' });
  await app.settle();
  app
    .flow('joinWaitingList')
    .send({ type: 'joinWaitingList.bookPressed', selection: selectionOfEntry(waitingListEntry) });
  expect(app.visited).toEqual(['/meeting-room/booking']);
  expect(app.flow('checkout').getSnapshot().context['selection']).toEqual({
    room,
    date: DATE,
    range: { start: 20, end: 22 },
  });
  const leaving = app.flow('leaveWaitingList');
  leaving.send({ type: 'command.sent', input: waitingListEntry });
  leaving.send({ type: 'command.sent', input: waitingListEntry });
  await app.settle();
  expect(effects.waitingList.leave).toHaveBeenCalledExactlyOnceWith(waitingListEntry.id);
  expect(app.toasts()).toEqual(['success: You are off the waiting list.']);
  expect(waitingList.getSnapshot().context['data']).toEqual([]);
});
