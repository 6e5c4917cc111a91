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
import { blogMachine } from './blog.ts';
import { checkoutMachine } from './checkout/checkout.ts';
import type {
  BookingSelection,
  CheckoutEvent,
  PaymentOrder,
  PaymentProof,
  ReleaseAnswer,
  RememberedCheckout,
  StatusAnswer,
} from './checkout/setup.ts';
import type { Clock } from './clock.ts';
import { type LiveEvent, liveMachine } from './live.ts';
import { type EnquiryFields, type EnquiryVariant, enquiryMachine } from './enquiry.ts';
import { registrationMachine } from './registration.ts';
import type { Registration, RememberedRegistration } from './registrationForm.ts';
import { type ConnectionEvent, connectionMachine } from './connection.ts';
import { bookingsMachine, memberMachine, postMachine, roomsMachine } from './resources.ts';
import { type GivenData, type Remembered, rootMachine } from './root.ts';
import { type SearchFields, searchMachine } from './search.ts';
import { sessionMachine } from './session.ts';
import type { Credentials, LiveSession, SessionEvent, StoredSession } from './sessionSetup.ts';
import { type RememberedSlots, type SlotsQuery, slotsMachine } from './slots.ts';

/**
 * Everything the flows do to the world. The browser's composition root gives the real ones, tests give theirs.
 * Promises reject with a Failure; an `AbortSignal` fires when nobody waits for the answer any more.
 */
export interface Effects {
  readonly clock: Clock;
  /** What the page brought along; shown before any call is made. */
  readonly given?: GivenData;
  /** What the browser keeps over a reload, without tokens or passwords (ruling 12). */
  readonly memory: {
    recall(): Remembered;
    keepSearch(fields: SearchFields): void;
    keepSlots(roomId: number, slots: RememberedSlots): void;
    keepCheckout(checkout: RememberedCheckout | null): void;
    keepEnquiry(variant: EnquiryVariant, fields: EnquiryFields | null): void;
    keepRegistration(registration: RememberedRegistration | null): void;
  };
  readonly session: {
    restore(): Promise<StoredSession>;
    signIn(credentials: Credentials): Promise<LiveSession>;
    /** Single-flight, also across tabs (ruling 13). */
    renew(): Promise<LiveSession>;
    signOut(): Promise<void>;
    /** Tells of tokens that changed or went by other hands; returns how to stop. */
    watchTokens(tell: (event: SessionEvent) => void): () => void;
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
    /** Tells when half-hours of an IST date change hands; returns how to stop. */
    watch(date: string, tell: (event: LiveEvent) => void): () => void;
  };
  readonly member: {
    details(userId: string, signal: AbortSignal): Promise<MemberDetails>;
  };
  readonly bookings: {
    mine(signal: AbortSignal): Promise<readonly Booking[]>;
    bookWithPoints(userId: string, selection: BookingSelection): Promise<void>;
    createOrder(userId: string, selection: BookingSelection): Promise<PaymentOrder>;
    verifyPayment(bookingId: string, amountPaise: number, proof: PaymentProof): Promise<void>;
    /** What became of the payment; frees the half-hours when the provider says unpaid. */
    askServer(bookingId: string): Promise<ReleaseAnswer>;
    /** What became of the payment; changes nothing. */
    askStatus(bookingId: string): Promise<StatusAnswer>;
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
    watch(tell: (event: ConnectionEvent) => void): () => void;
  };
  readonly gateway: {
    /** Loads the provider's script once; rejects when it is blocked or takes longer than ten seconds. */
    load(script: string): Promise<void>;
    /** Opens the provider's checkout and tells what happens in it; returns how to close it. */
    open(order: PaymentOrder, tell: (event: CheckoutEvent) => void): () => void;
  };
  /** A flow failed by a bug and was started anew. */
  reportFailure(flow: string, error: unknown): void;
}

export type AppActor = Actor<typeof rootMachine>;

/** The whole system with its effects, not yet started; created once, outside React. */
export function createAppActor(
  effects: Effects,
  inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void),
): AppActor {
  const { clock, given = {}, memory, session, registration, rooms, member, bookings, blog } = effects;
  const { enquiries, connection, gateway } = effects;

  const enquiry = enquiryMachine.provide({
    actors: { send: fromPromise(({ input }) => enquiries.send(input)) },
    actions: {
      remember: ({ context: { variant, fields } }) => memory.keepEnquiry(variant, fields),
      forget: ({ context: { variant } }) => memory.keepEnquiry(variant, null),
      logFailure: () => enquiries.logFailure(),
    },
  });

  const root = rootMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          restore: fromPromise(() => session.restore()),
          signIn: fromPromise(({ input }) => session.signIn(input.open())),
          renew: fromPromise(() => session.renew()),
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
      live: liveMachine.provide({
        actors: { watchSlots: fromCallback(({ input, sendBack }) => rooms.watch(input.date, sendBack)) },
      }),
      enquiry,
      contact: enquiry,
      blog: blogMachine.provide({
        actors: { loadPage: fromPromise(({ input, signal }) => blog.page(input.page, signal)) },
      }),
      post: postMachine.provide({
        actors: { load: fromPromise(({ input, signal }) => blog.post(input.key, signal)) },
      }),
      connection: connectionMachine.provide({
        actors: { watchConnection: fromCallback(({ sendBack }) => connection.watch(sendBack)) },
      }),
      search: searchMachine.provide({
        actions: { remember: ({ context }) => memory.keepSearch(context.fields) },
      }),
      slots: slotsMachine.provide({
        actors: { loadTaken: fromPromise(({ input, signal }) => rooms.taken(input, signal)) },
        actions: {
          remember: ({ context: { room, date, selection } }) => {
            if (date !== null) memory.keepSlots(room.id, { date, selection });
          },
        },
      }),
      checkout: checkoutMachine.provide({
        actors: {
          loadBalance: fromPromise(async ({ input, signal }) => {
            const details = await member.details(input.userId, signal);
            return { isMember: details.is_membership, points: details.monthly_limit };
          }),
          bookWithPoints: fromPromise(({ input }) => bookings.bookWithPoints(input.userId, input.selection)),
          createOrder: fromPromise(({ input }) => bookings.createOrder(input.userId, input.selection)),
          loadGateway: fromPromise(({ input }) => gateway.load(input.script)),
          openGateway: fromCallback(({ input, sendBack }) => gateway.open(input, sendBack)),
          verifyPayment: fromPromise(({ input }) =>
            bookings.verifyPayment(input.bookingId, input.amount, input.proof),
          ),
          askServer: fromPromise(({ input }) => bookings.askServer(input.bookingId)),
          askStatus: fromPromise(({ input }) => bookings.askStatus(input.bookingId)),
        },
        actions: {
          remember: ({ context: { selection, bookingId } }) =>
            memory.keepCheckout(selection && { selection, bookingId }),
        },
      }),
      registration: registrationMachine.provide({
        actors: {
          checkPhone: fromPromise(({ input }) => registration.checkPhone(input.phone, input.country)),
          register: fromPromise(({ input }) =>
            registration.register(input.registration, input.password.open()),
          ),
        },
        actions: {
          remember: ({ context: { fields, phone } }) =>
            memory.keepRegistration({ fields, number: phone.kind === 'valid' ? phone.number : null }),
          forgetRemembered: () => memory.keepRegistration(null),
        },
      }),
    },
    actions: {
      reportFailure: ({ event }) => {
        if ('actorId' in event && 'error' in event) effects.reportFailure(event.actorId, event.error);
      },
    },
  });

  return createActor(root, {
    systemId: 'root',
    input: { clock, remembered: memory.recall(), given },
    ...(inspect ? { inspect } : {}),
  });
}
