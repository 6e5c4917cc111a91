import type { Effects } from '../../machines/app.ts';

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Effects for an actor system that is never started: no session, no storage, no time. It renders what every visitor's
 * page starts with.
 */
export const ssrEffects: Effects = {
  clock: { now: () => 0, isUnsynced: () => true },
  setClock: never,
  storage: {
    load: () => ({ search: null, checkout: null, enquiries: {}, registration: null, slots: {} }),
    saveSearch: () => undefined,
    saveSlots: () => undefined,
    saveCheckout: () => undefined,
    saveEnquiry: () => undefined,
    saveRegistration: () => undefined,
  },
  session: {
    restore: never,
    signIn: never,
    renew: never,
    signOut: never,
    watchTokens: () => () => undefined,
  },
  registration: { checkPhone: never, register: never },
  rooms: { list: never, taken: never, watch: () => () => undefined, watchActivity: () => () => undefined },
  member: { details: never },
  bookings: {
    mine: never,
    bookWithPoints: never,
    createOrder: never,
    verifyPayment: never,
    fetchPaymentStatus: never,
    releaseHold: never,
  },
  enquiries: { send: never, logFailure: () => undefined },
  blog: { page: never, post: never },
  connection: { watch: () => () => undefined },
  gateway: { load: never, open: () => () => undefined },
  reportFailure: () => undefined,
};
