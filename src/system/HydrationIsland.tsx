import { type ReactNode, Suspense } from 'react';

/**
 * A part of a prerendered page that is hydrated in tasks of its own, so that the page is not hydrated in one long task
 * (decision 104).
 */
export const HydrationIsland = ({ children }: { children: ReactNode }) => <Suspense>{children}</Suspense>;
