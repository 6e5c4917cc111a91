import { createContext, use } from 'react';

/** Whether the views below show the actor system at rest, as the page was prerendered with it (decision 11). */
export const HydratingContext = createContext(false);

/** Whether the page is still as it was prerendered: nothing may be shown yet of the clock, the storage or the session. */
export const useIsHydrating = (): boolean => use(HydratingContext);
