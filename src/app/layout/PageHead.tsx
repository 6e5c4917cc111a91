import { useLocation } from 'react-router-dom';
import { brand } from '../../../domain/content/brand.ts';
import {
  isPrivatePath,
  isPublicPath,
  type PublicPath,
  withoutTrailingSlash,
} from '../../../domain/content/sitePaths.ts';
import { PageDescription } from '../../ui/layout/PageDescription.tsx';

/** For search engines and shared links. Policies, posts and rooms set theirs in their pages. */
const descriptions: Readonly<Partial<Record<PublicPath, string>>> = {
  '/': `Find, book and pay for meeting rooms in ${brand.city} from 30 minutes: see every room’s free times, book exactly what you need, confirmed at once.`,
  '/about-us': `${brand.name} brings meeting rooms, event and training spaces and business services in ${brand.city} to one place.`,
  '/blog': `Notes on meetings worth having: agendas that fit on a card, rooms that suit the day, and what you can do in half an hour in ${brand.city}.`,
  '/meeting-room': `Meeting rooms in ${brand.city}, from small huddles to large halls: pick a date, see when each room is free and book at once, with Lit points or by card.`,
  '/event-training': `Event halls and training rooms in ${brand.city}, coming soon to ${brand.name}; the larger meeting rooms can be booked today.`,
  '/login': `Sign in to ${brand.name} to book meeting rooms in ${brand.city}, see your bookings and use your Lit points.`,
  '/join-us': `Create your ${brand.name} account and book your next meeting room or event in ${brand.city} with ease.`,
};

/** All metadata except the title. Policies, posts and rooms set theirs in their pages. */
export function PageHead() {
  const path = withoutTrailingSlash(useLocation().pathname);
  if (isPrivatePath(path)) return <meta name="robots" content="noindex" />;
  const description = isPublicPath(path) ? descriptions[path] : undefined;
  return description === undefined ? null : <PageDescription path={path}>{description}</PageDescription>;
}
