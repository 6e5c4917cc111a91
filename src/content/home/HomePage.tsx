import { brand } from '../../../domain/content/brand.ts';
import { lazySection } from '../../app/loading/lazySection.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Hero } from './Hero.tsx';

const HomeSections = lazySection(() => import('./HomeSections.tsx'), '200rem');

/** Spec 2. */
export default function HomePage() {
  return (
    <>
      <PageTitle>{brand.tagline}</PageTitle>
      <Hero />
      <HomeSections />
    </>
  );
}
