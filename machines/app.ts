import {
  type Actor,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  type Observer,
} from 'xstate';
import type { BlogPost, BlogResponse } from '../contract/blog.ts';
import type { Booking } from '../contract/booking.ts';
import type { MemberDetails } from '../contract/member.ts';
import type { Room } from '../contract/rooms.ts';
import type {
  BookingSelection,
  CheckoutEvent,
  PaymentOrder,
  PaymentProof,
  ReleaseResult,
  PersistedCheckout,
  StatusResult,
} from './checkout/setup.ts';
import type { Clock } from './clock.ts';
import { type ConnectionEvent, connectionMachine } from './connection.ts';
import type { EnquiryFields, EnquiryVariant } from './enquiry.ts';
import type { LiveEvent } from './live.ts';
import type { Registration, PersistedRegistration } from './registrationForm.ts';
import { bookingsMachine, memberMachine, roomsMachine } from './resources.ts';
import { rootMachine } from './root.ts';
import type { InitialData, LateLogic, PersistedState } from './rootSetup.ts';
import { type SearchFields, searchMachine } from './search.ts';
import { sessionMachine } from './session.ts';
import type { Credentials, LiveSession, SessionEvent, StoredSession } from './sessionSetup.ts';
import type { PersistedSlots, SlotsQuery } from './slots.ts';

/**
 * Everything the flows do to the world. The browser's composition root gives the real ones, tests give theirs.
 * Promises reject with a Failure; an `AbortSignal` fires when nobody waits for the answer any more.
 */
export interface Effects {
  readonly clock: Clock;
  /** Settles when an answer of the server has set the clock; asks for one when there has been none. */
  setClock(): Promise<void>;
  /** What the page brought along; shown before any call is made. */
  readonly initialData?: InitialData;
  /** What the browser keeps over a reload, without tokens or passwords (ruling 12). */
  readonly storage: {
    load(): PersistedState;
    saveSearch(fields: SearchFields): void;
    saveSlots(roomId: number, slots: PersistedSlots): void;
    saveCheckout(checkout: PersistedCheckout | null): void;
    saveEnquiry(variant: EnquiryVariant, fields: EnquiryFields | null): void;
    saveRegistration(registration: PersistedRegistration | null): void;
  };
  readonly session: {
    restore(): Promise<StoredSession>;
    signIn(credentials: Credentials): Promise<LiveSession>;
    /**
     * Single-flight, also across tabs (ruling 13): a session that is stored and expires after `expiresAt` (ms since 1970,
     * UTC) is taken as it is.
     */
    renew(expiresAt: number | null): Promise<LiveSession>;
    signOut(): Promise<void>;
    /** Tells of tokens that changed or went by other hands; returns how to stop. */
    watchTokens(emit: (event: SessionEvent) => void): () => void;
  };
  readonly registration: {
    /** The international form of a number that is valid for its country (two letters, ISO 3166), else null (spec 5). */
    checkPhone(phone: string, country: string): Promise<string | null>;
    /** Resolves on 201 alone (spec 4). */
    register(registration: Registration, password: string): Promise<void>;
  };
  readonly rooms: {
    list(city: string, signal: AbortSignal): Promise<readonly Room[]>;
    /** Taken half-hour starts, 'HH:MM:SS'. */
    taken(query: SlotsQuery, signal: AbortSignal): Promise<readonly string[]>;
    /** Opens one live connection for an IST date and reports what comes over it and what becomes of it; returns how to close it. */
    watch(date: string, emit: (event: LiveEvent) => void): () => void;
    /** Reports when the page is hidden or offline and when it no longer is; at once when it is. Returns how to stop. */
    watchActivity(emit: (event: LiveEvent) => void): () => void;
  };
  readonly member: {
    details(userId: string, signal: AbortSignal): Promise<MemberDetails>;
  };
  readonly bookings: {
    mine(signal: AbortSignal): Promise<readonly Booking[]>;
    bookWithPoints(userId: string, selection: BookingSelection): Promise<void>;
    createOrder(userId: string, selection: BookingSelection): Promise<PaymentOrder>;
    verifyPayment(bookingId: string, amountPaise: number, proof: PaymentProof): Promise<void>;
    /**
     * What became of the payment; frees the slots when the provider says unpaid, and with `evenIfPending` also while the payer
     * has still to approve it.
     */
    releaseHold(bookingId: string, evenIfPending: boolean): Promise<ReleaseResult>;
    /** What became of the payment; changes nothing. */
    fetchPaymentStatus(bookingId: string): Promise<StatusResult>;
  };
  readonly enquiries: {
    send(fields: EnquiryFields): Promise<void>;
    /** Says that one did not arrive, and nothing of what is in it (spec 4). */
    logFailure(): void;
  };
  readonly blog: {
    page(page: number, signal: AbortSignal): Promise<BlogResponse>;
    post(id: string, signal: AbortSignal): Promise<BlogPost>;
  };
  readonly connection: {
    /** Tells when the browser loses its network and has it again, at once when there is none; returns how to stop. */
    watch(emit: (event: ConnectionEvent) => void): () => void;
  };
  readonly gateway: {
    /** Loads the provider's script once; rejects when it is blocked or takes longer than ten seconds. */
    load(script: string): Promise<void>;
    /** Opens the provider's checkout and tells what happens in it; returns how to close it. */
    open(order: PaymentOrder, emit: (event: CheckoutEvent) => void): () => void;
  };
  /** A flow failed by a bug, and is restarted or stays down (decision 25). */
  reportFailure(flow: string, error: unknown, isRestarted: boolean): void;
}

export type AppActor = Actor<typeof rootMachine>;

/**
 * Flows that only some pages need, on the system's effects (machines/late). Each comes with the first page that needs it:
 * what every visitor begins with stays small.
 */
export type LateFlows = (effects: Effects) => LateLogic;

interface Options {
  /** Flows that are there from the start. */
  readonly late?: readonly LateFlows[];
  readonly inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void) | undefined;
}

const made = new WeakMap<AppActor, { readonly effects: Effects; readonly brought: Set<LateFlows> }>();

/** Whether a system has these flows. */
export const hasFlows = (app: AppActor, late: LateFlows): boolean =>
  made.get(app)?.brought.has(late) ?? false;

/** Spawns flows in a running system, unless it has them already. */
export function bringFlows(app: AppActor, late: LateFlows): void {
  const system = made.get(app);
  if (system === undefined || system.brought.has(late)) return;
  system.brought.add(late);
  const logic = late(system.effects);
  Object.assign(app.logic.implementations.actors, logic);
  app.send({ type: 'flows.brought', flows: Object.keys(logic) as (keyof LateLogic)[] });
}

/** The system with its effects, not yet started; created once, outside React. */
export function createAppActor(effects: Effects, { late = [], inspect }: Options = {}): AppActor {
  const { clock, initialData = {}, storage, session, rooms, member, bookings, connection } = effects;
  const logic = Object.assign({}, ...late.map((flows) => flows(effects))) as LateLogic;

  const root = rootMachine.provide({
    actors: {
      ...logic,
      session: sessionMachine.provide({
        actors: {
          restore: fromPromise(() => session.restore()),
          signIn: fromPromise(({ input }) => session.signIn(input.reveal())),
          renew: fromPromise(({ input }) => session.renew(input.expiresAt)),
          signOut: fromPromise(() => session.signOut()),
          watchTokens: fromCallback(({ sendBack }) => session.watchTokens(sendBack)),
        },
      }),
      rooms: roomsMachine.provide({
        actors: { load: fromPromise(({ input, signal }) => rooms.list(input.key, signal)) },
      }),
      member: memberMachine.provide({
        actors: { load: fromPromise(({ input, signal }) => member.details(input.key, signal)) },
      }),
      bookings: bookingsMachine.provide({
        actors: { load: fromPromise(({ signal }) => bookings.mine(signal)) },
      }),
      connection: connectionMachine.provide({
        actors: { watchConnection: fromCallback(({ sendBack }) => connection.watch(sendBack)) },
      }),
      search: searchMachine.provide({
        actors: { setClock: fromPromise(() => effects.setClock()) },
        actions: { persist: ({ context }) => storage.saveSearch(context.fields) },
      }),
    },
    actions: {
      reportFailure: ({ event }, { isRestarted }) => {
        if ('actorId' in event && 'error' in event) {
          effects.reportFailure(event.actorId, event.error, isRestarted);
        }
      },
    },
  });

  const app = createActor(root, {
    systemId: 'root',
    input: {
      clock,
      persisted: storage.load(),
      initialData,
      flows: Object.keys(logic) as (keyof LateLogic)[],
    },
    ...(inspect ? { inspect } : {}),
  });
  made.set(app, { effects, brought: new Set(late) });
  return app;
}
