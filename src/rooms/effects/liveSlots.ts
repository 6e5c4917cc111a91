import { paths } from '../../../contract/paths.ts';
import type { Effects } from '../../../machines/effects.ts';

/** Changes within this time are batched, in milliseconds, so that a busy day does not cause a request for every change. */
const BATCH_MS = 300;

/**
 * Streams the availability changes of a day as server-sent events. The browser reconnects after some failures but not after
 * others (a proxy's 502), so every failure closes the connection here, and the `live` flow opens the next one.
 */
export function createLiveSlots(host: string): Effects['rooms']['watch'] {
  return (date, emit) => {
    const changed = new Set<number | null>();
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    const record = (roomId: number | null): void => {
      changed.add(roomId);
      batchTimer ??= setTimeout(() => {
        batchTimer = undefined;
        const rooms = changed.has(null) ? [null] : [...changed];
        changed.clear();
        rooms.forEach((room) => emit({ type: 'live.changed', roomId: room }));
      }, BATCH_MS);
    };

    const source = new EventSource(`${host}${paths.liveSlots}?date=${date}`);
    source.addEventListener('open', () => emit({ type: 'live.opened' }));
    source.addEventListener('heartbeat', () => emit({ type: 'live.heartbeat' }));
    source.addEventListener('message', ({ data }: MessageEvent<string>) =>
      record(data === '' ? null : Number(data)),
    );
    source.addEventListener('error', () => {
      source.close();
      emit({ type: 'live.lost' });
    });
    return () => {
      clearTimeout(batchTimer);
      source.close();
    };
  };
}
