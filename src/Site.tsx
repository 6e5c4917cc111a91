import { isValidElement } from 'react';
import { createRoutesFromElements, matchRoutes, Route, Routes } from 'react-router-dom';
import type { FlowGroup } from '../machines/registry.ts';
import { RequireSession } from './session/RequireSession.tsx';
import { FlowSection } from './shell/FlowSection.tsx';
import { type LazyPage, lazyPage } from './shell/lazyPage.tsx';
import { PageErrorBoundary } from './shell/PageErrorBoundary.tsx';
import { RouterBridge } from './shell/RouterBridge.tsx';
import { Shell } from './shell/Shell.tsx';

const HomePage = lazyPage(() => import('./home/HomePage.tsx'));
const AboutPage = lazyPage(() => import('./about/AboutPage.tsx'));
const BlogPage = lazyPage(() => import('./blog/BlogPage.tsx'));
const PostPage = lazyPage(() => import('./blog/PostPage.tsx'));
const MeetingRoomPage = lazyPage(() => import('./rooms/MeetingRoomPage.tsx'));
const RoomPage = lazyPage(() => import('./roomPage/RoomPage.tsx'));
const BookingPage = lazyPage(() => import('./checkout/BookingPage.tsx'));
const EventTrainingPage = lazyPage(() => import('./events/EventTrainingPage.tsx'));
const LoginPage = lazyPage(() => import('./session/LoginPage.tsx'));
const JoinUsPage = lazyPage(() => import('./registration/JoinUsPage.tsx'));
const TermsPage = lazyPage(() => import('./policies/TermsPage.tsx'));
const PrivacyPage = lazyPage(() => import('./policies/PrivacyPage.tsx'));
const CancellationPolicyPage = lazyPage(() => import('./policies/CancellationPolicyPage.tsx'));
const ForgotPasswordPage = lazyPage(() => import('./recovery/ForgotPasswordPage.tsx'));
const LinkPage = lazyPage(() => import('./recovery/LinkPage.tsx'));
const ProfilePage = lazyPage(() => import('./profile/ProfilePage.tsx'));
const MyBookingsPage = lazyPage(() => import('./bookings/MyBookingsPage.tsx'));
const PastBookingsPage = lazyPage(() => import('./bookings/PastBookingsPage.tsx'));
const OwnBookingPage = lazyPage(() => import('./ownBooking/OwnBookingPage.tsx'));
const MovePage = lazyPage(() => import('./ownBooking/MovePage.tsx'));
const WaitLinkPage = lazyPage(() => import('./waitlist/WaitLinkPage.tsx'));
const NotFoundPage = lazyPage(() => import('./pages/NotFoundPage.tsx'));

/** Every page of the site by its path (spec 2). */
const pages = (
  <Route element={<Shell />}>
    <Route index element={<HomePage />} />
    <Route path="about-us" element={<AboutPage />} />
    <Route path="blog" element={<BlogPage />} />
    <Route path="blog/:id" element={<PostPage />} />
    <Route path="meeting-room">
      <Route index element={<MeetingRoomPage />} />
      <Route path="booking" element={<BookingPage />} />
      <Route path=":slug" element={<RoomPage />} />
    </Route>
    <Route path="event-training" element={<EventTrainingPage />} />
    <Route path="login" element={<LoginPage />} />
    <Route path="join-us" element={<JoinUsPage />} />
    <Route path="terms" element={<TermsPage />} />
    <Route path="privacy" element={<PrivacyPage />} />
    <Route path="cancellation-policy" element={<CancellationPolicyPage />} />
    <Route path="forgot-password" element={<ForgotPasswordPage />} />
    <Route path="reset-password" element={<LinkPage />} />
    <Route path="confirm-address" element={<LinkPage />} />
    <Route path="waiting-list" element={<WaitLinkPage />} />
    <Route
      element={
        <FlowSection needs={['session']} level="h1">
          <RequireSession />
        </FlowSection>
      }
    >
      <Route path="profile" element={<ProfilePage />} />
      <Route path="my-bookings" element={<MyBookingsPage />} />
      <Route path="my-bookings/past" element={<PastBookingsPage />} />
      <Route path="my-bookings/:id" element={<OwnBookingPage />} />
      <Route path="my-bookings/:id/move" element={<MovePage />} />
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </Route>
);
const routes = createRoutesFromElements(pages);

/** The pages of the site. It must be rendered inside a router. */
export const Site = () => (
  <PageErrorBoundary>
    <FlowSection needs={['navigation']} fallback="nothing">
      <RouterBridge />
    </FlowSection>
    <Routes>{pages}</Routes>
  </PageErrorBoundary>
);

/** Loads the code of a path's page. Returns the flow groups that the page needs in addition to those of every page. */
export async function preloadPage(path: string): Promise<readonly FlowGroup[]> {
  const matches = matchRoutes(routes, path) ?? [];
  const flows = await Promise.all(
    matches.map(async ({ route: { element } }) =>
      isValidElement(element) ? (element.type as Partial<LazyPage>).preload?.() : undefined,
    ),
  );
  return flows.filter((group) => group !== undefined);
}
