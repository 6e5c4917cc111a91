import { paths } from '../../contract/paths.ts';
import type { Effects } from '../../machines/app.ts';

/** What changes within this time is asked about at once, in milliseconds: a busy day must not make a call each second. */
const GATHER_MS = 300;

/**
 * Watches a day's half-hours on a stream of server-sent events. A hidden tab gives its stream up, because a browser has
 * few connections to one host for all of its tabs; shown again, or connected again, it has missed something.
 */
export function createLiveSlots(host: string): Effects['rooms']['watch'] {
  return (date, tell) => {
    let source: EventSource | null = null;
    let hasMissed = false;
    const changed = new Set<number | null>();
    let gathering: ReturnType<typeof setTimeout> | undefined;

    const note = (roomId: number | null): void => {
      changed.add(roomId);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const rooms = changed.has(null) ? [null] : [...changed];
        changed.clear();
        rooms.forEach((room) => tell({ type: 'live.changed', roomId: room }));
      }, GATHER_MS);
    };
    const connect = (): void => {
      source = new EventSource(`${host}${paths.liveSlots}?date=${date}`);
      source.addEventListener('open', () => {
        if (hasMissed) note(null);
        hasMissed = false;
      });
      source.addEventListener('error', () => (hasMissed = true));
      source.addEventListener('message', ({ data }: MessageEvent<string>) =>
        note(data === '' ? null : Number(data)),
      );
    };
    const disconnect = (): void => {
      source?.close();
      source = null;
      hasMissed = true;
    };
    const follow = (): void => {
      if (document.visibilityState === 'hidden') disconnect();
      else if (source === null) connect();
    };

    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(gathering);
      disconnect();
    };
  };
}
