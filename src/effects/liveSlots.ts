import { paths } from '../../contract/paths.ts';
import type { Effects } from '../../machines/app.ts';

/** What changes within this time is asked about at once, in milliseconds: a busy day must not make a call each second. */
const BATCH_MS = 300;

/**
 * One connection that streams a day's changes as server-sent events. The browser reopens a stream by itself after some
 * failures and never after others (a 502 of a proxy): here every failure closes it, and the flow opens the next one.
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
