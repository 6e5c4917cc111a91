import type { ActorRefFrom } from 'xstate';
import { connectionFlow } from './engine/connection.ts';
import type { Flow } from './engine/flow.ts';
import { navigationFlow } from './engine/navigation.ts';
import { notifierFlow } from './engine/notifier.ts';
import { memberFlow } from './account/member.ts';
import { roomListFlow } from './rooms/resources.ts';
import { searchFlow } from './rooms/search/search.ts';
import { sessionFlow } from './account/session/session.ts';

/** Flows that are loaded together with the first page that uses them. */
export type FlowGroup = readonly Flow[];

export type LoadFlows = () => Promise<FlowGroup>;

/** Every page loads these flows. They run as long as the page is open, and start in this order. */
export const flowsAtStart = [
  notifierFlow,
  navigationFlow,
  connectionFlow,
  roomListFlow,
  memberFlow,
  searchFlow,
  sessionFlow,
] as const satisfies FlowGroup;

/** Every page loads them while a booking is in progress. */
export const loadBookingFlows = async () => (await import('./bookingFlows.ts')).bookingFlows;

/**
 * A page's route names the groups that it needs (src/app/routes.tsx), and a group is loaded with the first
 * such page. A group has the name of its file, which the document of a page preloads
 * (src/app/prerendering/flowModules.ts).
 */
export const lazyFlows = {
  bookingFlows: loadBookingFlows,
  bookingPage: async () => (await import('./bookings/bookingPage.ts')).bookingPageFlows,
  move: async () => (await import('./bookings/move/move.ts')).moveFlows,
  pastBookings: async () => (await import('./bookings/pastBookings.ts')).pastBookingsFlows,
  myBookings: async () => (await import('./bookings/myBookings.ts')).myBookingsFlows,
  enquiry: async () => (await import('./content/enquiry/enquiry.ts')).enquiryFlows,
  accountFlows: async () => (await import('./account/accountFlows.ts')).accountFlows,
  recoveryFlows: async () => (await import('./account/recoveryFlows.ts')).recoveryFlows,
  roomPage: async () => (await import('./rooms/roomPage.ts')).roomPageFlows,
  unpaidBooking: async () => (await import('./checkout/unpaidBooking.ts')).unpaidBookingFlows,
  newAccount: async () => (await import('./account/registration/newAccount.ts')).newAccountFlows,
  registration: async () => (await import('./account/registration/registration.ts')).registrationFlows,
  series: async () => (await import('./bookings/series/series.ts')).seriesFlows,
  waitingList: async () => (await import('./bookings/waitingList/waitingList.ts')).waitingListFlows,
  billing: async () => (await import('./invoices/billing.ts')).billingFlows,
  calendarLink: async () => (await import('./bookings/calendarLink.ts')).calendarLinkFlows,
  buyPoints: async () => (await import('./points/buyPoints.ts')).buyPointsFlows,
  blog: async () => (await import('./content/blog/blog.ts')).blogFlows,
  events: async () => (await import('./content/events/events.ts')).eventsFlows,
  policyText: async () => (await import('./content/policyText.ts')).policyTextFlows,
} as const satisfies Record<string, LoadFlows>;

export const registry = {
  atStart: flowsAtStart,
  lazy: lazyFlows,
  /** The desk is a separate document (machines/desk/app.ts). No page of the site loads its flows. */
  desk: async () => (await import('./desk/flows.ts')).deskFlows,
} as const satisfies {
  atStart: FlowGroup;
  lazy: Record<string, LoadFlows>;
  desk: LoadFlows;
};

/** A flow of the visitors' site. */
export type SiteFlow =
  | (typeof registry.atStart)[number]
  | Awaited<ReturnType<(typeof lazyFlows)[keyof typeof lazyFlows]>>[number];
export type DeskFlow = Awaited<ReturnType<typeof registry.desk>>[number];
export type AnyFlow = SiteFlow | DeskFlow;

export type FlowRefs = { [Each in AnyFlow as Each['id']]: ActorRefFrom<Each['machine']> };

export type FlowName = keyof FlowRefs;
