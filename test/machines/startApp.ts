import { Redacted } from '../../domain/redacted.ts';
import { emptyBilling } from '../../domain/billing.ts';
import { vi } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { createAppActor } from '../../machines/app.ts';
import type { AppActor } from '../../machines/createSystem.ts';
import type { Effects } from '../../machines/effects.ts';
import { type FlowGroup, registry } from '../../machines/registry.ts';
import { noPersistedState } from '../../machines/visit.ts';
import type { PaymentOrder } from '../../machines/events/checkout.ts';
import type { GatewayEvent } from '../../machines/gateway.ts';
import type { LiveSession, SessionEvent } from '../../machines/events/session.ts';
import { blogPage, post } from '../fixtures/blog.ts';
import { DATE, order as fixedOrder, pointsOrder, room, user } from '../fixtures/booking.ts';
import { bookingDetails, cancelTerms, moveTerms } from '../fixtures/bookingDetails.ts';
import { device } from '../fixtures/device.ts';
import { memberDetails } from '../fixtures/member.ts';

export { noPersistedState };

/** The address of a new calendar feed, whose last part is a secret. */
export const FEED_ADDRESS = 'https://litrooms.test/api/calendar/s3cr3t-of-a-calendar';

/** A session that has just begun, on the tests' fake clock. */
export const liveSession = (isMember = true, minutes = 15): LiveSession => ({
  user: { ...user, isMember },
  expiresAt: Date.now() + minutes * 60_000,
});

/** The order of the booking that startBooking begins, to be paid from now on. */
export const order = (): PaymentOrder => ({
  ...fixedOrder,
  amount: 88_500,
  payUntil: Date.now() + 600_000,
});

/** Effects of a world in which all goes well; a test overrides what it is about. */
export function quietEffects() {
  return {
    clock: { now: () => Date.now(), isUnsynced: (): boolean => false },
    setClock: vi.fn<Effects['setClock']>(async () => undefined),
    storage: {
      load: vi.fn<Effects['storage']['load']>(() => noPersistedState),
      saveSearch: vi.fn<Effects['storage']['saveSearch']>(),
      saveSlots: vi.fn<Effects['storage']['saveSlots']>(),
      saveCheckout: vi.fn<Effects['storage']['saveCheckout']>(),
      saveEnquiry: vi.fn<Effects['storage']['saveEnquiry']>(),
      saveRegistration: vi.fn<Effects['storage']['saveRegistration']>(),
      saveWait: vi.fn<Effects['storage']['saveWait']>(),
    },
    session: {
      restore: vi.fn<Effects['session']['restore']>(async () => ({ kind: 'none' })),
      signIn: vi.fn<Effects['session']['signIn']>(async () => liveSession()),
      renew: vi.fn<Effects['session']['renew']>(async () => liveSession()),
      signOut: vi.fn<Effects['session']['signOut']>(async () => undefined),
      watchTokens: vi.fn<Effects['session']['watchTokens']>(() => () => undefined),
    },
    registration: {
      checkPhone: vi.fn<Effects['registration']['checkPhone']>(async () => '+919840012345'),
      register: vi.fn<Effects['registration']['register']>(async () => null),
    },
    account: {
      updateDetails: vi.fn<Effects['account']['updateDetails']>(async () => undefined),
      changePassword: vi.fn<Effects['account']['changePassword']>(async () => undefined),
      changeAddress: vi.fn<Effects['account']['changeAddress']>(async () => undefined),
      resendConfirmation: vi.fn<Effects['account']['resendConfirmation']>(async () => undefined),
      points: vi.fn<Effects['account']['points']>(async () => ({
        balance: 0,
        ending: 0,
        price: null,
        entries: [],
      })),
      exportData: vi.fn<Effects['account']['exportData']>(async () => undefined),
      close: vi.fn<Effects['account']['close']>(async () => undefined),
      devices: vi.fn<Effects['account']['devices']>(async () => [device]),
      signOutDevice: vi.fn<Effects['account']['signOutDevice']>(async () => undefined),
    },
    recovery: {
      forgotPassword: vi.fn<Effects['recovery']['forgotPassword']>(async () => undefined),
      readLink: vi.fn<Effects['recovery']['readLink']>(async () => ({
        action: 'reset',
        email: 'asha@example.com',
      })),
      useLink: vi.fn<Effects['recovery']['useLink']>(async () => undefined),
      forgetLink: vi.fn<Effects['recovery']['forgetLink']>(),
    },
    rooms: {
      list: vi.fn<Effects['rooms']['list']>(async () => [room]),
      taken: vi.fn<Effects['rooms']['taken']>(async () => ['09:00:00']),
      search: vi.fn<Effects['rooms']['search']>(async () => [{ roomId: 1, match: 'free' }]),
      week: vi.fn<Effects['rooms']['week']>(async ({ from }) => [{ date: from, taken: [18] }]),
      watch: vi.fn<Effects['rooms']['watch']>(() => () => undefined),
      watchActivity: vi.fn<Effects['rooms']['watchActivity']>(() => () => undefined),
    },
    member: {
      details: vi.fn<Effects['member']['details']>(async () => memberDetails),
    },
    bookings: {
      list: vi.fn<Effects['bookings']['list']>(async () => []),
      bookWithPoints: vi.fn<Effects['bookings']['bookWithPoints']>(async () => undefined),
      createOrder: vi.fn<Effects['bookings']['createOrder']>(async () => order()),
      verifyPayment: vi.fn<Effects['bookings']['verifyPayment']>(async () => undefined),
      fetchPaymentStatus: vi.fn<Effects['bookings']['fetchPaymentStatus']>(async () => ({ status: 'held' })),
      releaseHold: vi.fn<Effects['bookings']['releaseHold']>(async () => ({ status: 'released' })),
    },
    moves: {
      terms: vi.fn<Effects['moves']['terms']>(async () => moveTerms),
      move: vi.fn<Effects['moves']['move']>(async () => undefined),
    },
    downloads: { save: vi.fn<Effects['downloads']['save']>(async () => undefined) },
    booking: { details: vi.fn<Effects['booking']['details']>(async () => bookingDetails) },
    papers: {
      ofBooking: vi.fn<Effects['papers']['ofBooking']>(async (booking_id) => ({
        booking_id,
        status: 'none',
        papers: [],
      })),
    },
    cancellation: {
      terms: vi.fn<Effects['cancellation']['terms']>(async () => cancelTerms),
      cancel: vi.fn<Effects['cancellation']['cancel']>(async () => undefined),
    },
    enquiries: {
      send: vi.fn<Effects['enquiries']['send']>(async () => undefined),
      logFailure: vi.fn<Effects['enquiries']['logFailure']>(),
    },
    billing: {
      load: vi.fn<Effects['billing']['load']>(async () => ({ fields: emptyBilling, isSaved: false })),
      save: vi.fn<Effects['billing']['save']>(async (fields) => ({ fields, isSaved: true })),
    },
    calendarFeed: {
      load: vi.fn<Effects['calendarFeed']['load']>(async () => ({ active: false, since: null })),
      create: vi.fn<Effects['calendarFeed']['create']>(async () => ({
        address: new Redacted(FEED_ADDRESS),
        since: '2025-11-20T06:30:00.000Z',
      })),
      revoke: vi.fn<Effects['calendarFeed']['revoke']>(async () => undefined),
      copy: vi.fn<Effects['calendarFeed']['copy']>(async () => undefined),
    },
    waitlist: { join: vi.fn<Effects['waitlist']['join']>(async () => undefined) },
    series: { loadDates: vi.fn<Effects['series']['loadDates']>(async () => []) },
    buyPoints: {
      createOrder: vi.fn<Effects['buyPoints']['createOrder']>(async () => pointsOrder),
      verifyPayment: vi.fn<Effects['buyPoints']['verifyPayment']>(async () => undefined),
      status: vi.fn<Effects['buyPoints']['status']>(async () => ({ status: 'unpaid' })),
    },
    waits: {
      list: vi.fn<Effects['waits']['list']>(async () => []),
      leave: vi.fn<Effects['waits']['leave']>(async () => undefined),
      listByLink: vi.fn<Effects['waits']['listByLink']>(async () => []),
      leaveByLink: vi.fn<Effects['waits']['leaveByLink']>(async () => undefined),
    },
    blog: {
      page: vi.fn<Effects['blog']['page']>(async (page) => blogPage(page)),
      post: vi.fn<Effects['blog']['post']>(async () => post),
    },
    connection: { watch: vi.fn<Effects['connection']['watch']>(() => () => undefined) },
    gateway: {
      load: vi.fn<Effects['gateway']['load']>(async () => undefined),
      open: vi.fn<Effects['gateway']['open']>(() => () => undefined),
    },
    reportFailure: vi.fn<Effects['reportFailure']>(),
  } satisfies Effects;
}

export type QuietEffects = ReturnType<typeof quietEffects>;

export interface RunningApp {
  readonly actor: AppActor;
  readonly effects: QuietEffects;
  /** The running actor of a name, and its snapshot's state. */
  flow(id: string): { send(event: object): void; getSnapshot(): FlowSnapshot };
  /** All that the flows would be stored as, their effects' inputs included. */
  persisted(): string;
  /** What is toasted now, in order, as 'tone: text'. */
  toasts(): string[];
  /** Where machines have sent the visitor. */
  readonly visited: string[];
  /** Lets everything that is due happen, then as much time pass. */
  settle(milliseconds?: number): Promise<void>;
  /** Says what other tabs or calls did to the tokens. */
  tokens(event: SessionEvent): void;
  /** Says what happened in the provider's checkout. */
  gateway(event: GatewayEvent): void;
}

interface FlowSnapshot {
  readonly value: unknown;
  readonly context: Record<string, unknown>;
  matches(state: unknown): boolean;
  hasTag(tag: string): boolean;
  /** Whether an event would do anything now. */
  can(event: { readonly type: string }): boolean;
}

/** All that any page loads. */
const lazyFlows: readonly FlowGroup[] = await Promise.all(Object.values(registry.lazy).map((load) => load()));

/** The whole system on given effects, on Vitest's fake timers; `inspect` watches it from its first event. */
export async function startApp(
  effects: QuietEffects = quietEffects(),
  inspect?: (event: InspectionEvent) => void,
): Promise<RunningApp> {
  let emitTokens: (event: SessionEvent) => void = () => undefined;
  let emitGateway: (event: GatewayEvent) => void = () => undefined;
  effects.session.watchTokens.mockImplementation((emit) => {
    emitTokens = emit;
    return () => undefined;
  });
  const opened = effects.gateway.open.getMockImplementation();
  effects.gateway.open.mockImplementation((paymentOrder, emit) => {
    emitGateway = emit;
    return opened?.(paymentOrder, emit) ?? (() => undefined);
  });

  const actor = createAppActor(effects, { flows: lazyFlows, inspect });
  const visited: string[] = [];
  actor.start();
  const flow: RunningApp['flow'] = (id) => {
    const child: unknown = actor.system.get(id);
    if (!child) throw new Error(`no flow ${id}`);
    return child as ReturnType<RunningApp['flow']>;
  };
  actor.system.get('navigation').on('navigated', ({ path }: { path: string }) => visited.push(path));
  const app: RunningApp = {
    actor,
    effects,
    flow,
    visited,
    persisted: () =>
      JSON.stringify(
        Object.values(actor.getSnapshot().children).map((child) => child?.getPersistedSnapshot()),
      ),
    toasts: () =>
      (flow('notifier').getSnapshot().context['toasts'] as { tone: string; text: string }[]).map(
        ({ tone, text }) => `${tone}: ${text}`,
      ),
    settle: async (milliseconds = 0) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
    tokens: (event) => emitTokens(event),
    gateway: (event) => emitGateway(event),
  };
  await app.settle();
  return app;
}

/** A visitor who has chosen 10:00 to 11:30 of the room and pressed Book now; signed in when asked for. */
export async function startBooking(
  effects: QuietEffects = quietEffects(),
  signedIn = true,
  inspect?: (event: InspectionEvent) => void,
): Promise<RunningApp> {
  if (signedIn) effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const app = await startApp(effects, inspect);
  app.flow('rooms').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  for (const slot of [20, 21, 22]) app.flow('slots:1').send({ type: 'slots.clicked', slot });
  app.flow('slots:1').send({ type: 'slots.bookPressed' });
  await app.settle();
  return app;
}
