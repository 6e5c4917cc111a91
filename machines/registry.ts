import type { ActorRefFrom } from 'xstate';
import { connectionFlow } from './connection.ts';
import type { Flow } from './flow.ts';
import { navigationFlow } from './navigation.ts';
import { notifierFlow } from './notifier.ts';
import { memberFlow, roomsFlow } from './resources.ts';
import { searchFlow } from './search.ts';
import { sessionFlow } from './session.ts';

/** Flows that are loaded together with the first page that uses them. */
export type FlowGroup = readonly Flow[];

/** The flows that every page loads. They run as long as the page is open, and start in this order. */
export const flowsAtStart = [
  notifierFlow,
  navigationFlow,
  connectionFlow,
  roomsFlow,
  memberFlow,
  searchFlow,
  sessionFlow,
] as const satisfies FlowGroup;

/** The flows of a booking. While a booking is in progress, every page loads them. */
export const loadBookingFlows = async () => (await import('./bookingFlows.ts')).bookingFlows;

/**
 * Every flow of the site. A page's route names the lazy groups that it needs (src/routes.tsx), and a group is loaded with the first
 * such page. A group has the name of its file, which the document of a page preloads (src/prerendering/flowModules.ts).
 */
export const registry = {
  atStart: flowsAtStart,
  lazy: {
    bookingFlows: loadBookingFlows,
    bookingPage: async () => (await import('./bookingPage.ts')).bookingPageFlows,
    movePage: async () => (await import('./movePage.ts')).movePageFlows,
    pastBookings: async () => (await import('./pastBookings.ts')).pastBookingsFlows,
    myBookings: async () => (await import('./myBookings.ts')).myBookingsFlows,
    enquiry: async () => (await import('./enquiry.ts')).enquiryFlows,
    accountFlows: async () => (await import('./accountFlows.ts')).accountFlows,
    recoveryFlows: async () => (await import('./recoveryFlows.ts')).recoveryFlows,
    roomPage: async () => (await import('./roomPage.ts')).roomPageFlows,
    unpaidBooking: async () => (await import('./unpaidBooking.ts')).unpaidBookingFlows,
    newAccount: async () => (await import('./newAccount.ts')).newAccountFlows,
    registration: async () => (await import('./registration.ts')).registrationFlows,
    series: async () => (await import('./series.ts')).seriesFlows,
    waits: async () => (await import('./waits.ts')).waitsFlows,
    billing: async () => (await import('./billing.ts')).billingFlows,
    calendarFeed: async () => (await import('./calendarFeed.ts')).calendarFeedFlows,
    buyPoints: async () => (await import('./buyPoints.ts')).buyPointsFlows,
    blog: async () => (await import('./blog.ts')).blogFlows,
    policyText: async () => (await import('./policyText.ts')).policyTextFlows,
  },
  /** The flows of the desk, which is a separate document (machines/desk/app.ts). No page of the site loads them. */
  desk: async () => (await import('./desk/flows.ts')).deskFlows,
} as const satisfies {
  atStart: FlowGroup;
  lazy: Record<string, () => Promise<FlowGroup>>;
  desk: () => Promise<FlowGroup>;
};

/** A flow of the visitors' site. */
export type SiteFlow =
  | (typeof registry.atStart)[number]
  | Awaited<ReturnType<(typeof registry.lazy)[keyof typeof registry.lazy]>>[number];
export type DeskFlow = Awaited<ReturnType<typeof registry.desk>>[number];
export type AnyFlow = SiteFlow | DeskFlow;

/** The running actor of each flow, by the flow's id. */
export type FlowRefs = { [Each in AnyFlow as Each['id']]: ActorRefFrom<Each['machine']> };

/** The id of a flow. */
export type FlowName = keyof FlowRefs;
