import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/**
 * What a view reads while it is prerendered and in the browser's first look at that page, and what it reads from then
 * on. React itself changes from one to the other, at once, when the page has been hydrated.
 */
export const useOnceAwake = <T>(awake: T, resting: T): T =>
  useSyncExternalStore(
    never,
    () => awake,
    () => resting,
  );

/** Whether the page is still as it was prerendered: nothing may be shown yet of the clock, the storage or the session. */
export const useIsResting = (): boolean => useOnceAwake(false, true);
