import type { Effects } from '../../../machines/effects.ts';

/**
 * Reports whether the page needs a live connection: the tab is visible and the browser is online. Hidden tabs close their
 * connections, because a browser limits the connections of all tabs to one host.
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
