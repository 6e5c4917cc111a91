import { Redacted } from '../../domain/text/redacted.ts';
import { emptyBilling } from '../../domain/invoices/billing.ts';
import { vi } from 'vitest';
import type { ActorRefFrom, InspectionEvent } from 'xstate';
import { createAppActor } from '../../machines/app.ts';
import type { AppActor } from '../../machines/engine/createSystem.ts';
import type { Effects } from '../../machines/effects.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { type FlowGroup, type FlowName, type FlowRefs, registry } from '../../machines/registry.ts';
import type { slotsId } from '../../machines/engine/system.ts';
import type { slotsMachine } from '../../machines/rooms/slots/slots.ts';
import { noPersistedState } from '../../machines/engine/visit.ts';
import type { PaymentOrder } from '../../machines/checkout/events.ts';
import type { GatewayEvent } from '../../machines/checkout/gateway.ts';
import type { LiveSession, SessionEvent } from '../../machines/account/session/events.ts';
import { blogPage, post } from '../fixtures/blog.ts';
import { DATE, order as fixedOrder, pointsOrder, room, user } from '../fixtures/booking.ts';
import { bookingDetails, cancelTerms, moveTerms } from '../fixtures/bookingDetails.ts';
import { device } from '../fixtures/device.ts';
import { linkDetails } from '../fixtures/link.ts';
import { memberDetails } from '../fixtures/member.ts';

export { noPersistedState };

/** Its last path segment is a secret. */
export const FEED_ADDRESS = 'https://litrooms.test/api/calendar/s3cr3t-of-a-calendar';

/** A session that starts now, by the fake clock, and expires after `minutes`. */
export const liveSession = (isMember = true, minutes = 15): LiveSession => ({
  user: { ...user, isMember },
  expiresAt: Date.now() + minutes * 60_000,
});

/** For the booking that `startBooking` starts, to be paid within ten minutes from now. */
export const order = (): PaymentOrder => ({
  ...fixedOrder,
  amount: 88_500,
  payUntil: Date.now() + 600_000,
});

/** Mocked effects that all succeed. A test overrides the effects that it is about. */
export function mockEffects() {
  return {
    clock: { now: () => Date.now(), isUnsynced: (): boolean => false },
    setClock: vi.fn<Effects['setClock']>(async () => undefined),
    storage: {
      load: vi.fn<Effects['storage']['load']>(() => noPersistedState),
      forgetPersonalData: vi.fn<Effects['storage']['forgetPersonalData']>(),
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
      readLink: vi.fn<Effects['recovery']['readLink']>(async () => linkDetails()),
      useLink: vi.fn<Effects['recovery']['useLink']>(async () => undefined),
      claimAccount: vi.fn<Effects['recovery']['claimAccount']>(async () => undefined),
      disown: vi.fn<Effects['recovery']['disown']>(async () => undefined),
      forgetLink: vi.fn<Effects['recovery']['forgetLink']>(),
    },
    rooms: {
      list: vi.fn<Effects['rooms']['list']>(async () => [room]),
      taken: vi.fn<Effects['rooms']['taken']>(async () => [18]),
      search: vi.fn<Effects['rooms']['search']>(async () => [{ roomId: 1, match: 'free' }]),
      week: vi.fn<Effects['rooms']['week']>(async ({ from }) => [
        { date: from, taken: [18], open: { start: 0, end: 48 } },
      ]),
      watch: vi.fn<Effects['rooms']['watch']>(() => () => undefined),
      watchActivity: vi.fn<Effects['rooms']['watchActivity']>(() => () => undefined),
    },
    member: {
      details: vi.fn<Effects['member']['details']>(async () => memberDetails),
    },
    bookings: {
      loadPages: vi.fn<Effects['bookings']['loadPages']>(async () => ({ bookings: [], hasMore: false })),
      bookWithPoints: vi.fn<Effects['bookings']['bookWithPoints']>(async () => undefined),
      bookOnAccount: vi.fn<Effects['bookings']['bookOnAccount']>(async () => undefined),
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
    taxDocuments: {
      ofBooking: vi.fn<Effects['taxDocuments']['ofBooking']>(async (bookingId) => ({
        bookingId,
        status: 'none',
        papers: [],
      })),
    },
    pastBookings: {
      ofMonth: vi.fn<Effects['pastBookings']['ofMonth']>(async () => ({
        months: [],
        month: null,
        bookings: [],
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
      load: vi.fn<Effects['billing']['load']>(async () => emptyBilling),
      save: vi.fn<Effects['billing']['save']>(async (fields) => fields),
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
    series: { loadDates: vi.fn<Effects['series']['loadDates']>(async () => []) },
    buyPoints: {
      createOrder: vi.fn<Effects['buyPoints']['createOrder']>(async () => pointsOrder),
      verifyPayment: vi.fn<Effects['buyPoints']['verifyPayment']>(async () => undefined),
      status: vi.fn<Effects['buyPoints']['status']>(async () => ({ status: 'unpaid' })),
    },
    waitingList: {
      join: vi.fn<Effects['waitingList']['join']>(async () => undefined),
      list: vi.fn<Effects['waitingList']['list']>(async () => []),
      leave: vi.fn<Effects['waitingList']['leave']>(async () => undefined),
      listByLink: vi.fn<Effects['waitingList']['listByLink']>(async () => []),
      leaveByLink: vi.fn<Effects['waitingList']['leaveByLink']>(async () => undefined),
    },
    events: {
      coming: vi.fn<Effects['events']['coming']>(async () => []),
      event: vi.fn<Effects['events']['event']>(() => Promise.reject(new Failure(404, 'not-found'))),
    },
    blog: {
      page: vi.fn<Effects['blog']['page']>(async (page) => blogPage(page)),
      post: vi.fn<Effects['blog']['post']>(async () => post),
    },
    policies: {
      text: vi.fn<Effects['policies']['text']>(async () => ({ text: null, changedOn: null })),
    },
    connection: { watch: vi.fn<Effects['connection']['watch']>(() => () => undefined) },
    gateway: {
      load: vi.fn<Effects['gateway']['load']>(async () => undefined),
      open: vi.fn<Effects['gateway']['open']>(() => () => undefined),
    },
    reportFailure: vi.fn<Effects['reportFailure']>(),
  } satisfies Effects;
}

export type MockEffects = ReturnType<typeof mockEffects>;

export interface RunningApp {
  readonly actor: AppActor;
  readonly effects: MockEffects;
  /** Throws when no actor with this system id runs. */
  flow<Id extends FlowId>(id: Id): RunningFlow<Id>;
  /** Snapshots of all flows as JSON, with the inputs of their effects. */
  persisted(): string;
  /** Visible toasts in order, as 'tone: text'. */
  toasts(): string[];
  /** Paths to which machines have navigated. */
  readonly visited: string[];
  /** Runs everything that is due, and then advances the fake clock. */
  settle(milliseconds?: number): Promise<void>;
  /** Emits a change of the tokens by another tab or a call. */
  emitTokenEvent(event: SessionEvent): void;
  /** Emits an event of the provider's checkout. */
  emitGatewayEvent(event: GatewayEvent): void;
}

/** System id of a flow, or of the slots of a room. */
export type FlowId = FlowName | ReturnType<typeof slotsId>;

/** With the events and the context of its machine. */
type RunningFlow<Id extends FlowId> = (FlowRefs &
  Record<ReturnType<typeof slotsId>, ActorRefFrom<typeof slotsMachine>>)[Id];

export type SnapshotOf<Id extends FlowId> = ReturnType<RunningFlow<Id>['getSnapshot']>;

/** Of all pages. */
const lazyFlows: readonly FlowGroup[] = await Promise.all(Object.values(registry.lazy).map((load) => load()));

/** Starts the whole actor system with these effects and Vitest's fake timers. `inspect` gets every event from the first one. */
export async function startApp(
  effects: MockEffects = mockEffects(),
  inspect?: (event: InspectionEvent) => void,
): Promise<RunningApp> {
  let emitTokens: (event: SessionEvent) => void = () => undefined;
  let emitGateway: (event: GatewayEvent) => void = () => undefined;
  effects.session.watchTokens.mockImplementation((emit) => {
    emitTokens = emit;
    return () => undefined;
  });
  const openGateway = effects.gateway.open.getMockImplementation();
  effects.gateway.open.mockImplementation((paymentOrder, emit) => {
    emitGateway = emit;
    return openGateway?.(paymentOrder, emit) ?? (() => undefined);
  });

  const actor = createAppActor(effects, { flows: lazyFlows, inspect });
  const visited: string[] = [];
  actor.start();
  const flow = <Id extends FlowId>(id: Id): RunningFlow<Id> => {
    const child = actor.system.get(id) as RunningFlow<Id> | undefined;
    if (!child) throw new Error(`no flow ${id}`);
    return child;
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
      flow('notifier')
        .getSnapshot()
        .context.toasts.map(({ tone, text }) => `${tone}: ${text}`),
    settle: async (milliseconds = 0) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
    emitTokenEvent: (event) => emitTokens(event),
    emitGatewayEvent: (event) => emitGateway(event),
  };
  await app.settle();
  return app;
}

/** Starts the system with a visitor who has selected 10:00–11:30 in the room and pressed Book now. */
export async function startBooking(
  effects: MockEffects = mockEffects(),
  signedIn = true,
  inspect?: (event: InspectionEvent) => void,
): Promise<RunningApp> {
  if (signedIn) effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const app = await startApp(effects, inspect);
  app.flow('roomList').send({ type: 'resource.used', key: 'chennai' });
  await app.settle();
  app.flow('search').send({ type: 'search.changed', field: 'date', value: DATE });
  app.flow('search').send({ type: 'search.submitted' });
  await app.settle();
  for (const slot of [20, 21, 22]) app.flow('slots:1').send({ type: 'slots.clicked', slot });
  app.flow('slots:1').send({ type: 'slots.bookPressed' });
  await app.settle();
  return app;
}
