import type { ActorRefFrom } from 'xstate';
import { connectionFlow } from './connection.ts';
import type { Flow } from './flow.ts';
import { navigationFlow } from './navigation.ts';
import { notifierFlow } from './notifier.ts';
import { memberFlow, roomsFlow } from './resources.ts';
import { searchFlow } from './search.ts';
import { sessionFlow } from './session.ts';

/** Flows that are loaded together, with the first page that uses them. */
export type FlowGroup = readonly Flow[];

/** The flows that every page loads. They run during the whole visit, and start in this order. */
export const flowsAtStart = [
  notifierFlow,
  navigationFlow,
  connectionFlow,
  roomsFlow,
  memberFlow,
  searchFlow,
  sessionFlow,
] as const satisfies FlowGroup;

/** The flows of a booking in progress, which every page loads then. */
export const loadBookingFlows = async () => (await import('./bookingFlows.ts')).bookingFlows;

/**
 * Every flow of the site. The lazy ones are loaded in groups with the first page that exports a group as its `flows`
 * (src/shell/lazyPage.tsx), so nothing of `lazy` is loaded by the pages themselves.
 */
export const registry = {
  atStart: flowsAtStart,
  lazy: {
    booking: loadBookingFlows,
    bookingPage: async () => (await import('./bookingPage.ts')).bookingPageFlows,
    move: async () => (await import('./movePage.ts')).movePageFlows,
    myBookings: async () => (await import('./myBookings.ts')).myBookingsFlows,
    enquiry: async () => (await import('./enquiry.ts')).enquiryFlows,
    account: async () => (await import('./accountFlows.ts')).accountFlows,
    recovery: async () => (await import('./recoveryFlows.ts')).recoveryFlows,
    roomPage: async () => (await import('./roomPage.ts')).roomPageFlows,
    newAccount: async () => (await import('./newAccount.ts')).newAccountFlows,
    registration: async () => (await import('./registration.ts')).registrationFlows,
    series: async () => (await import('./series.ts')).seriesFlows,
    waits: async () => (await import('./waits.ts')).waitsFlows,
    billing: async () => (await import('./billing.ts')).billingFlows,
    calendarFeed: async () => (await import('./calendarFeed.ts')).calendarFeedFlows,
    buyPoints: async () => (await import('./buyPoints.ts')).buyPointsFlows,
    blog: async () => (await import('./blog.ts')).blogFlows,
  },
  /** Those of the desk, a document of its own (machines/desk/app.ts): no page of the site loads them. */
  desk: async () => (await import('./desk/flows.ts')).deskFlows,
} as const satisfies {
  atStart: FlowGroup;
  lazy: Record<string, () => Promise<FlowGroup>>;
  desk: () => Promise<FlowGroup>;
};

/** A flow of the visitors' site, and one of the desk. */
export type SiteFlow =
  | (typeof registry.atStart)[number]
  | Awaited<ReturnType<(typeof registry.lazy)[keyof typeof registry.lazy]>>[number];
export type DeskFlow = Awaited<ReturnType<typeof registry.desk>>[number];
export type AnyFlow = SiteFlow | DeskFlow;

/** The running actor of each flow, by its name. */
export type FlowRefs = { [Each in AnyFlow as Each['id']]: ActorRefFrom<Each['machine']> };

/** The name of a flow. */
export type FlowName = keyof FlowRefs;
