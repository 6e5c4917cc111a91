import { brand } from '../../domain/brand.ts';
import { lazySection } from '../shell/lazySection.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { PlanEvent } from './PlanEvent.tsx';
import { RoomKinds } from './RoomKinds.tsx';

const HowItWorks = lazySection('howItWorks', () => import('./HowItWorks.tsx'), '44rem');

/** The home page (spec 2). */
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
