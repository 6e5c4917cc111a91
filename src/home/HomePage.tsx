import { brand } from '../../domain/brand.ts';
import { lazySection } from '../shell/lazySection.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { PlanEvent } from './PlanEvent.tsx';
import { RoomKinds } from './RoomKinds.tsx';

const HowItWorks = lazySection('howItWorks', () => import('./HowItWorks.tsx'), '44rem');

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
