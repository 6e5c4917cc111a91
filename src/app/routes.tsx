import { matchRoutes, type RouteObject } from 'react-router-dom';
import { lazyFlows as lazy } from '../../machines/registry.ts';
import { RequireSession } from '../account/session/RequireSession.tsx';
import { FlowSection } from './errors/FlowSection.tsx';
import { type LoadedPage, loadPage } from './loading/loadPage.tsx';
import { PageFailure } from './errors/PageFailure.tsx';
import { Shell } from './layout/Shell.tsx';

/** For the links in emails. */
const linkPage = loadPage(
  () => import('../account/recovery/LinkPage.tsx'),
  ['link', 'session', 'member'],
  lazy.recoveryFlows,
);

/** By path (spec 2). */
const publicPages: RouteObject[] = [
  { index: true, lazy: loadPage(() => import('../content/home/HomePage.tsx'), [], lazy.enquiry) },
  { path: 'about-us', lazy: loadPage(() => import('../content/about/AboutPage.tsx'), [], lazy.enquiry) },
  { path: 'blog', lazy: loadPage(() => import('../content/blog/BlogPage.tsx'), ['blog'], lazy.blog) },
  { path: 'blog/:id', lazy: loadPage(() => import('../content/blog/PostPage.tsx'), ['post'], lazy.blog) },
  {
    path: 'meeting-room',
    lazy: loadPage(() => import('../rooms/list/MeetingRoomPage.tsx'), [], lazy.bookingFlows),
  },
  {
    path: 'meeting-room/booking',
    lazy: loadPage(
      () => import('../checkout/BookingPage.tsx'),
      ['checkout', 'session'],
      lazy.bookingFlows,
      lazy.series,
      lazy.billing,
    ),
  },
  {
    path: 'meeting-room/:slug',
    lazy: loadPage(
      () => import('../rooms/page/RoomPage.tsx'),
      ['roomList'],
      lazy.roomPage,
      lazy.bookingFlows,
    ),
  },
  {
    path: 'event-training',
    lazy: loadPage(() => import('../content/events/EventTrainingPage.tsx'), ['comingEvents'], lazy.events),
  },
  {
    path: 'event-training/:id',
    lazy: loadPage(
      () => import('../content/events/EventPage.tsx'),
      ['event', 'enquiry'],
      lazy.events,
      lazy.enquiry,
    ),
  },
  { path: 'login', lazy: loadPage(() => import('../account/session/LoginPage.tsx'), ['session']) },
  {
    path: 'join-us',
    lazy: loadPage(
      () => import('../account/registration/JoinUsPage.tsx'),
      ['session', 'registration'],
      lazy.registration,
    ),
  },
  {
    path: 'terms',
    lazy: loadPage(() => import('../content/policies/TermsPage.tsx'), ['policyText'], lazy.policyText),
  },
  {
    path: 'privacy',
    lazy: loadPage(() => import('../content/policies/PrivacyPage.tsx'), ['policyText'], lazy.policyText),
  },
  {
    path: 'cancellation-policy',
    lazy: loadPage(
      () => import('../content/policies/CancellationPolicyPage.tsx'),
      ['roomList', 'policyText'],
      lazy.policyText,
    ),
  },
  {
    path: 'forgot-password',
    lazy: loadPage(
      () => import('../account/recovery/ForgotPasswordPage.tsx'),
      ['forgotten'],
      lazy.recoveryFlows,
    ),
  },
  { path: 'reset-password', lazy: linkPage },
  { path: 'confirm-address', lazy: linkPage },
  { path: 'staff-invitation', lazy: linkPage },
  {
    path: 'waiting-list',
    lazy: loadPage(
      () => import('../bookings/waitingList/WaitingListLinkPage.tsx'),
      ['waitingListLink', 'leaveWaitingListLink', 'joinWaitingList', 'checkout'],
      lazy.waitingList,
      lazy.bookingFlows,
    ),
  },
];

const ownPages: RouteObject[] = [
  {
    path: 'profile',
    lazy: loadPage(
      () => import('../account/profile/ProfilePage.tsx'),
      [
        'member',
        'details',
        'address',
        'confirmation',
        'password',
        'devices',
        'signOutDevice',
        'export',
        'closing',
      ],
      lazy.accountFlows,
      lazy.calendarLink,
      lazy.buyPoints,
      lazy.billing,
    ),
  },
  {
    path: 'my-bookings',
    lazy: loadPage(
      () => import('../bookings/list/MyBookingsPage.tsx'),
      ['bookings'],
      lazy.myBookings,
      lazy.calendarLink,
    ),
  },
  {
    path: 'my-bookings/past',
    lazy: loadPage(
      () => import('../bookings/list/PastBookingsPage.tsx'),
      ['pastBookings', 'download'],
      lazy.pastBookings,
    ),
  },
  {
    path: 'my-bookings/:id',
    lazy: loadPage(
      () => import('../bookings/booking/OwnBookingPage.tsx'),
      ['booking', 'taxDocuments', 'cancellation', 'download', 'pendingMove'],
      lazy.bookingPage,
    ),
  },
  {
    path: 'my-bookings/:id/move',
    lazy: loadPage(
      () => import('../bookings/move/MovePage.tsx'),
      ['booking', 'move'],
      lazy.move,
      lazy.bookingFlows,
    ),
  },
];

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        errorElement: <PageFailure />,
        children: [
          ...publicPages,
          {
            element: (
              <FlowSection needs={['session']} level="h1">
                <RequireSession />
              </FlowSection>
            ),
            children: ownPages,
          },
          { path: '*', lazy: loadPage(() => import('./errors/NotFoundPage.tsx')) },
        ],
      },
    ],
  },
];

/** Has a `lazy` until it is loaded, then what its `lazy` returned. */
type PageRoute = Partial<LoadedPage> & { lazy?: () => Promise<LoadedPage> };

const matchedRoutes = (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route as PageRoute);

export const preloadPage = (path: string): Promise<unknown> =>
  Promise.all(matchedRoutes(path).map(async (route) => route.lazy?.()));

/**
 * Loads the page of a path into its route, so that the router renders it at once: a prerendered page must be there while it is
 * hydrated. Returns the flows that the page needs, and their groups.
 * @throws when the page cannot be loaded
 */
export async function loadRoute(path: string): Promise<LoadedPage['handle']> {
  const handles = [];
  for (const route of matchedRoutes(path)) {
    const page = await route.lazy?.();
    if (page?.handle.failure) throw page.handle.failure;
    if (page) Object.assign(route, page, { lazy: undefined });
    if (route.handle) handles.push(route.handle);
  }
  return { flows: handles.flatMap(({ flows }) => flows), groups: handles.flatMap(({ groups }) => groups) };
}
