import { brand } from '../../domain/brand.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { PlanEvent } from './PlanEvent.tsx';
import { RoomKinds } from './RoomKinds.tsx';

/** What the site is, for who has never been here (spec 2, home). */
export default function HomePage() {
  return (
    <>
      <PageTitle>{brand.tagline}</PageTitle>
      <Hero />
      <Features />
      <HowItWorks />
      <RoomKinds />
      <PlanEvent />
    </>
  );
}
