import type { Effects } from '../../machines/app.ts';

/**
 * Whether a live connection of this page would serve anybody: the tab is visible and the browser has a network. A hidden tab
 * gives its connection up, because a browser has few of them to one host for all of its tabs.
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
