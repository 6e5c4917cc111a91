import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether the page is being hydrated: what the prerendered page cannot know, such as the address's query, must not be shown yet. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
