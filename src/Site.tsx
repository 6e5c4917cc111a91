import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { RequireSession } from './session/RequireSession.tsx';
import { PageFault } from './shell/PageFault.tsx';
import { RouterBridge } from './shell/RouterBridge.tsx';
import { Shell } from './shell/Shell.tsx';

// Each page is fetched when it is first gone to, so that the first one stays light.
const HomePage = lazy(() => import('./home/HomePage.tsx'));
const AboutPage = lazy(() => import('./about/AboutPage.tsx'));
const BlogPage = lazy(() => import('./pages/BlogPage.tsx'));
const MeetingRoomPage = lazy(() => import('./rooms/MeetingRoomPage.tsx'));
const BookingPage = lazy(() => import('./checkout/BookingPage.tsx'));
const EventTrainingPage = lazy(() => import('./events/EventTrainingPage.tsx'));
const LoginPage = lazy(() => import('./session/LoginPage.tsx'));
const JoinUsPage = lazy(() => import('./registration/JoinUsPage.tsx'));
const ProfilePage = lazy(() => import('./pages/ProfilePage.tsx'));
const MyBookingsPage = lazy(() => import('./bookings/MyBookingsPage.tsx'));
const NotFoundPage = lazy(() => import('./pages/NotFoundPage.tsx'));

/** Every page of the site by its path (spec 2); needs a router above it. */
export const Site = () => (
  <PageFault>
    <RouterBridge />
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="about-us" element={<AboutPage />} />
        <Route path="blog" element={<BlogPage />} />
        <Route path="meeting-room">
          <Route index element={<MeetingRoomPage />} />
          <Route path="booking" element={<BookingPage />} />
        </Route>
        <Route path="event-training" element={<EventTrainingPage />} />
        <Route path="login" element={<LoginPage />} />
        <Route path="join-us" element={<JoinUsPage />} />
        <Route element={<RequireSession />}>
          <Route path="profile" element={<ProfilePage />} />
          <Route path="my-bookings" element={<MyBookingsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  </PageFault>
);
