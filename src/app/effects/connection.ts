import type { Effects } from '../../../machines/effects.ts';

export const connection: Effects['connection'] = {
  watch(emit) {
    const report = (): void => emit({ type: navigator.onLine ? 'connection.restored' : 'connection.lost' });
    addEventListener('online', report);
    addEventListener('offline', report);
    if (!navigator.onLine) report();
    return () => {
      removeEventListener('online', report);
      removeEventListener('offline', report);
    };
  },
};
