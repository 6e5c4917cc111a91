import { Route, Routes } from 'react-router-dom';
import { RequireSession } from './session/RequireSession.tsx';
import { PageFault } from './shell/PageFault.tsx';
import { RouterBridge } from './shell/RouterBridge.tsx';
import { Shell } from './shell/Shell.tsx';
import { lazyPage } from './system/lazyPage.ts';

// Each page is fetched when it is first gone to, so that the first one stays light.
const HomePage = lazyPage(() => import('./pages/HomePage.tsx'));
const AboutPage = lazyPage(() => import('./pages/AboutPage.tsx'));
const BlogPage = lazyPage(() => import('./blog/BlogPage.tsx'));
const PostPage = lazyPage(() => import('./blog/PostPage.tsx'));
const MeetingRoomPage = lazyPage(() => import('./rooms/MeetingRoomPage.tsx'));
const BookingPage = lazyPage(() => import('./checkout/BookingPage.tsx'));
const EventTrainingPage = lazyPage(() => import('./pages/EventTrainingPage.tsx'));
const LoginPage = lazyPage(() => import('./session/LoginPage.tsx'));
const JoinUsPage = lazyPage(() => import('./pages/JoinUsPage.tsx'));
const ProfilePage = lazyPage(() => import('./profile/ProfilePage.tsx'));
const MyBookingsPage = lazyPage(() => import('./bookings/MyBookingsPage.tsx'));
const NotFoundPage = lazyPage(() => import('./pages/NotFoundPage.tsx'));

/** Every page of the site by its path (spec 2); needs a router above it. */
export const Site = () => (
  <PageFault>
    <RouterBridge />
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="about-us" element={<AboutPage />} />
        <Route path="blog" element={<BlogPage />} />
        <Route path="blog/:id" element={<PostPage />} />
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
