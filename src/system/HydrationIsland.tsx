import { type ReactNode, Suspense } from 'react';

/**
 * A part of a prerendered page that is hydrated in tasks of its own, so that the page is not hydrated in one long task
 * (decision 104). A select field should be in one: it renders again as soon as it is hydrated, and React then completes everything
 * that is hydrated with it in the same task.
 */
export const HydrationIsland = ({ children }: { children: ReactNode }) => <Suspense>{children}</Suspense>;
