import { lazy, Suspense } from 'react';
import { SectionErrorBoundary } from '../shell/SectionErrorBoundary.tsx';

const AlternativesPanel = lazy(() => import('./AlternativesPanel.tsx'));

/** What can be booked instead of times that somebody else has. Its code comes when it is needed. */
export const TakenInstead = () => (
  <SectionErrorBoundary>
    <Suspense>
      <AlternativesPanel />
    </Suspense>
  </SectionErrorBoundary>
);
