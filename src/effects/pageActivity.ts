import type { Effects } from '../../machines/effects.ts';

/**
 * Whether the page needs a live connection: the tab is visible and the browser is online. Hidden tabs close theirs,
 * because a browser limits the connections to one host over all tabs.
 */
export const watchActivity: Effects['rooms']['watchActivity'] = (emit) => {
  const isActive = (): boolean => document.visibilityState === 'visible' && navigator.onLine;
  const report = (): void => emit({ type: isActive() ? 'live.resumed' : 'live.suspended' });
  document.addEventListener('visibilitychange', report);
  addEventListener('online', report);
  addEventListener('offline', report);
  if (!isActive()) report();
  return () => {
    document.removeEventListener('visibilitychange', report);
    removeEventListener('online', report);
    removeEventListener('offline', report);
  };
};
