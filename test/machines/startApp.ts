import { vi } from 'vitest';
import type { InspectionEvent } from 'xstate';
import type { CancelTerms } from '../../contract/booking.ts';
import type { BookingDetails } from '../../contract/bookingDetails.ts';
import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';
import { instantOf } from '../../domain/calendar.ts';
import { type AppActor, createAppActor } from '../../machines/app.ts';
import type { Effects } from '../../machines/effects.ts';
import { type FlowGroup, registry } from '../../machines/registry.ts';
import { noPersistedState } from '../../machines/visit.ts';
import type { CheckoutEvent, PaymentOrder } from '../../machines/events/checkout.ts';
import type { LiveSession, SessionEvent } from '../../machines/events/session.ts';

export { noPersistedState };

/** Noon of an ordinary day in Chennai. */
export const NOON = instantOf('2025-11-20', 24);
export const DATE = '2025-11-24';

export const room: Room = {
  id: 1,
  room_name: 'Marina Huddle',
  room_capacity: 4,
  price_per_hour: 500,
  images: [{ image: '/images/room-01-huddle-4.jpg' }],
  amenities: [{ name: 'wifi' }],
  location: {
    floor: '2',
    building_no: '14',
    street_name: 'Usman Road',
    area_name: 'T. Nagar',
    city: 'Chennai',
    pincode: '600017',
  },
};

export const liveSession = (isMember = true, minutes = 15): LiveSession => ({
  user: { id: 'user-1', isMember },
  expiresAt: Date.now() + minutes * 60_000,
});

export const order = (): PaymentOrder => ({
  bookingId: 'booking-1',
  orderId: 'order_12345678901234',
  amount: 88_500,
  keyId: 'rzp_test_1',
  script: '/checkout.js',
  timeout: 600,
  payUntil: Date.now() + 600_000,
  payer: { name: 'Asha Raman', email: 'asha@example.com', phone: '+919840012345' },
  description: 'Marina Huddle',
});

export const post: BlogPost = {
  id: 12,
  image: '/images/post-12.jpg',
  author: 'Karthik Selvaraj',
  date: '2025-06-18',
  title: 'Working the OMR',
  summary: 'A practical guide.',
  body: 'Nobody calls it that.',
  older: null,
  newer: null,
};

/** A booking of that room on DATE, from nine to half past ten, paid by card. */
export const bookingDetails: BookingDetails = {
  id: 'booking-1',
  reference: 'LR-0000-0001',
  booking_date: DATE,
  start_time: '09:00:00',
  end_time: '10:00:00',
  status: 'confirmed',
  paid_with: 'card',
  amount: '885.00',
  booked_at: '2025-11-20T05:00:00.000Z',
  policy: ['Everything you paid comes back until 48 hours before the start.'],
  payment_reference: 'pay_12345678901234',
  meeting_room: {
    id: room.id,
    room_name: room.room_name,
    image: { image: '/images/room-01-huddle-4.jpg' },
    location: room.location,
    room_capacity: room.room_capacity,
    amenities: room.amenities,
  },
};

/** What cancelling it returns: all of it. */
export const cancelTerms: CancelTerms = {
  booking_id: 'booking-1',
  paid_with: 'card',
  refund: '885.00',
  percent: 100,
  free_until: '2025-11-22T03:30:00.000Z',
  terms: 'Everything you paid comes back until 48 hours before the start.',
};

/** A page of a blog that has three. */
export const blogPage = (page: number): BlogResponse => ({
  results: [{ ...post, id: page }],
  total_pages: 3,
  current_page: page,
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
      register: vi.fn<Effects['registration']['register']>(async () => undefined),
    },
    rooms: {
      list: vi.fn<Effects['rooms']['list']>(async () => [room]),
      taken: vi.fn<Effects['rooms']['taken']>(async () => ['09:00:00']),
      watch: vi.fn<Effects['rooms']['watch']>(() => () => undefined),
      watchActivity: vi.fn<Effects['rooms']['watchActivity']>(() => () => undefined),
    },
    member: {
      details: vi.fn<Effects['member']['details']>(async () => ({
        first_name: 'Asha',
        last_name: 'Raman',
        email: 'asha@example.com',
        phone: '+919840012345',
        website: '',
        is_membership: true,
        monthly_limit: 20,
        company_name: '',
        business_type: '',
        email_confirmed: true,
        pending_email: '',
      })),
    },
    bookings: {
      mine: vi.fn<Effects['bookings']['mine']>(async () => []),
      bookWithPoints: vi.fn<Effects['bookings']['bookWithPoints']>(async () => undefined),
      createOrder: vi.fn<Effects['bookings']['createOrder']>(async () => order()),
      verifyPayment: vi.fn<Effects['bookings']['verifyPayment']>(async () => undefined),
      fetchPaymentStatus: vi.fn<Effects['bookings']['fetchPaymentStatus']>(async () => ({ status: 'held' })),
      releaseHold: vi.fn<Effects['bookings']['releaseHold']>(async () => ({ status: 'released' })),
    },
    downloads: { save: vi.fn<Effects['downloads']['save']>(async () => undefined) },
    booking: { details: vi.fn<Effects['booking']['details']>(async () => bookingDetails) },
    cancellation: {
      terms: vi.fn<Effects['cancellation']['terms']>(async () => cancelTerms),
      cancel: vi.fn<Effects['cancellation']['cancel']>(async () => undefined),
    },
    enquiries: {
      send: vi.fn<Effects['enquiries']['send']>(async () => undefined),
      logFailure: vi.fn<Effects['enquiries']['logFailure']>(),
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
  gateway(event: CheckoutEvent): void;
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
  let emitGateway: (event: CheckoutEvent) => void = () => undefined;
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
