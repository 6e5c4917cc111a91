import { createContext, use } from 'react';

/** Whether the page shows the unstarted actor system that it was prerendered with (decision 11). */
export const HydratingContext = createContext(false);

/** Whether the page is being hydrated: the clock, the storage and the session must not be shown yet. */
export const useIsHydrating = (): boolean => use(HydratingContext);
