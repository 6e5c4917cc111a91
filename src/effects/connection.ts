import type { Effects } from '../../machines/app.ts';

/** What the browser knows of its network. */
export const connection: Effects['connection'] = {
  watch(tell) {
    const say = (): void => tell({ type: navigator.onLine ? 'connection.restored' : 'connection.lost' });
    addEventListener('online', say);
    addEventListener('offline', say);
    if (!navigator.onLine) say();
    return () => {
      removeEventListener('online', say);
      removeEventListener('offline', say);
    };
  },
};
