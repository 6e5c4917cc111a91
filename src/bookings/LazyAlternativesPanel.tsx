import { lazy, Suspense } from 'react';
import { SectionErrorBoundary } from '../app/errors/SectionErrorBoundary.tsx';

const AlternativesPanel = lazy(() => import('./waitingList/AlternativesPanel.tsx'));

/** The alternatives to taken times of the checkout, loaded on first use. */
export const LazyAlternativesPanel = () => (
  <SectionErrorBoundary>
    <Suspense>
      <AlternativesPanel />
    </Suspense>
  </SectionErrorBoundary>
);
