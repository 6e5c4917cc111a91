import { lazy, Suspense } from 'react';
import { SectionErrorBoundary } from '../app/errors/SectionErrorBoundary.tsx';

const AlternativesPanel = lazy(() => import('./waitingList/AlternativesPanel.tsx'));

/** For taken times of the checkout. Loaded on first use. */
export const LazyAlternativesPanel = () => (
  <SectionErrorBoundary>
    <Suspense>
      <AlternativesPanel />
    </Suspense>
  </SectionErrorBoundary>
);
