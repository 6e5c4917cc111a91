import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { createSystem } from '../../../machines/engine/createSystem.ts';
import { noPersistedState, type PersistedState } from '../../../machines/engine/visit.ts';
import { NOON, order } from '../../fixtures/booking.ts';
import { bookedHour, bookingDetails } from '../../fixtures/bookingDetails.ts';
import { device } from '../../fixtures/device.ts';
import { memberDetails } from '../../fixtures/member.ts';
import { effectsOfEveryFlow, runningFlow, systems } from '../everyFlow.ts';
import { liveSession, mockEffects, startApp, startBooking } from '../startApp.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

const pending = effectsOfEveryFlow(() => new Promise(() => undefined));

const typed: PersistedState = {
  ...noPersistedState,
  enquiries: {
    enquiry: {
      name: 'Asha Raman',
      email: 'asha@example.com',
      phone: '1',
      enquireFor: '',
      date: '',
      people: '',
      message: '',
    },
  },
};

describe.each(Object.entries(systems))('when a session ends, of the flows of the %s', (_name, flows) => {
  const start = async () => {
    const actor = createSystem(pending, { flows, persisted: typed, initialData: {} }).start();
    await vi.advanceTimersByTimeAsync(0);
    const running = (id: string) => runningFlow(actor, id);
    return { actor, running };
  };

  test('every flow that is cleared starts again with nothing of what it held', async () => {
    const { actor, running } = await start();
    const cleared = flows.filter(({ whenSessionEnds }) => whenSessionEnds === 'cleared');
    const before = new Map(cleared.map(({ id }) => [id, running(id)]));
    running('session').send({ type: 'session.signOutRequested' });
    const held = cleared.filter(({ id }) => {
      const after = running(id);
      return after === before.get(id) || JSON.stringify(after.getPersistedSnapshot()).includes('Asha Raman');
    });
    expect(held.map(({ id }) => id)).toEqual([]);
    actor.stop();
  });

  test('only these keep anything', () => {
    const names = flows
      .filter(({ whenSessionEnds }) => whenSessionEnds !== 'cleared')
      .map(({ id, whenSessionEnds }) => `${id}: ${whenSessionEnds}`);
    const shared = ['connection: kept', 'navigation: kept', 'notifier: kept', 'session: clearsItself'];
    const ofTheSite = [
      'blog: kept',
      'comingEvents: kept',
      'event: kept',
      'checkout: clearsItself',
      'link: kept',
      'live: kept',
      'policyText: kept',
      'post: kept',
      'roomList: kept',
      'rooms: kept',
      'search: kept',
      'joinWaitingList: clearsItself',
      'week: kept',
    ];
    expect(names.toSorted()).toEqual(
      (flows === systems.site ? [...shared, ...ofTheSite] : shared).toSorted(),
    );
  });

  test('the root forgets what a person has typed', async () => {
    const { actor, running } = await start();
    expect(JSON.stringify(actor.getSnapshot().context.persisted)).toContain('Asha Raman');
    running('session').send({ type: 'session.signOutRequested' });
    expect(JSON.stringify(actor.getSnapshot().context.persisted)).not.toContain('Asha Raman');
    actor.stop();
  });
});

/** Everything that the effects of these tests return about the user. */
const personal = [
  memberDetails.firstName,
  memberDetails.email,
  memberDetails.phone,
  order.payer.name,
  order.payer.email,
  bookedHour.id,
  device.device,
];

async function startWithEverything() {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  effects.bookings.loadPages.mockResolvedValue({ bookings: [bookedHour], hasMore: false });
  effects.booking.details.mockResolvedValue(bookingDetails);
  // Paid by card: the checkout of the provider stays open.
  effects.member.details.mockResolvedValue({ ...memberDetails, points: 0, isMember: false });
  const app = await startBooking(effects);
  for (const [flow, event] of [
    ['member', { type: 'resource.used', key: 'user-1' }],
    ['bookings', { type: 'resource.used' }],
    ['booking', { type: 'resource.used', key: bookingDetails.id }],
    ['points', { type: 'resource.used', key: 'user-1' }],
    ['devices', { type: 'resource.used' }],
    ['waitingList', { type: 'resource.used' }],
    ['billing', { type: 'resource.used' }],
    ['calendarFeed', { type: 'resource.used' }],
    ['calendarLink', { type: 'calendarLink.createPressed' }],
    ['move', { type: 'move.opened', booking: bookingDetails }],
    ['cancellation', { type: 'cancellation.opened', bookingId: bookingDetails.id }],
    ['checkout', { type: 'checkout.confirmed' }],
  ] as const) {
    const running: { send(event: unknown): void } = app.flow(flow);
    running.send(event);
  }
  await app.settle();
  return app;
}

const everything = (app: Awaited<ReturnType<typeof startApp>>): string =>
  app.persisted() + JSON.stringify(app.actor.getSnapshot().context.persisted);

test.each([
  ['a sign-out', { type: 'session.signOutRequested' }],
  ['a sign-out in another tab', { type: 'session.tokensGone' }],
] as const)('after %s no actor holds anything of the user', async (_name, event) => {
  const app = await startWithEverything();
  expect(personal.filter((text) => !everything(app).includes(text))).toEqual([]);
  app.flow('session').send(event);
  await app.settle();
  const left = everything(app);
  expect(personal.filter((text) => left.includes(text))).toEqual([]);
});

test('nothing is left for the same user who signs in again', async () => {
  const app = await startWithEverything();
  app.emitTokenEvent({ type: 'session.tokensChanged', session: { ...liveSession(), id: 'first' } });
  app.flow('bookings').send({ type: 'resource.used' });
  await app.settle();
  expect(app.flow('bookings').getSnapshot().context['data']).not.toBeNull();
  app.emitTokenEvent({ type: 'session.tokensChanged', session: { ...liveSession(), id: 'second' } });
  expect(app.flow('bookings').getSnapshot().context['data']).toBeNull();
  expect(app.flow('session').getSnapshot().hasTag('signedIn')).toBe(true);
});

test('a renewed token of the same session clears nothing', async () => {
  const app = await startWithEverything();
  const bookings = app.actor.system.get('bookings') as unknown;
  app.emitTokenEvent({ type: 'session.tokensChanged', session: liveSession() });
  expect(app.actor.system.get('bookings')).toBe(bookings);
});

test('a refused sign-in keeps what a visitor has typed', async () => {
  const effects = mockEffects();
  effects.session.signIn.mockRejectedValue(new Error('refused'));
  const app = await startApp(effects);
  const credentials = new Redacted({ email: 'a@b.in', password: 'x' });
  app.flow('enquiry').send({ type: 'form.changed', field: 'name', value: 'Asha' });
  app.flow('session').send({ type: 'session.signInRequested', credentials, from: 'page' });
  await app.settle();
  expect(app.flow('enquiry').getSnapshot().context.kept).toMatchObject({ name: 'Asha' });
  expect(effects.storage.forgetPersonalData).not.toHaveBeenCalled();
});

test('a request for the waiting list outlasts an expired session, but the next user has not joined', async () => {
  const times = {
    room: { id: 1, roomName: 'Marina Huddle' },
    date: '2025-11-24',
    range: { start: 20, end: 22 },
  };
  const app = await startWithEverything();
  app.flow('joinWaitingList').send({ type: 'joinWaitingList.joinRequested', times, page: '/meeting-room' });
  await app.settle();
  expect(app.flow('joinWaitingList').getSnapshot().value).toBe('joined');
  app.flow('session').send({ type: 'session.tokensGone' });
  expect(app.flow('joinWaitingList').getSnapshot()).toMatchObject({
    value: 'idle',
    context: { times: null },
  });
});
