import type { OpenDatabase } from '../database/open.ts';

/** The database channel on which half-hours that changed hands are told; heard only once the change is committed. */
export const SLOT_NEWS = 'slot_news';

/** Where half-hours changed hands. `day`: IST date. */
export interface ChangedSlots {
  readonly roomId: number;
  readonly day: string;
}

/** The payload that says so. */
export const slotNewsOf = ({ roomId, day }: ChangedSlots): string => `${roomId} ${day}`;

/** Tells whoever watches a day in which rooms half-hours change hands, whichever server process changed them. */
export interface SlotNews {
  /** `hear` gets a room, or null when any may have changed. Returns how to stop. */
  watch(day: string, hear: (roomId: number | null) => void): () => void;
}

/** The slot news of a database that may have many server processes; listens for as long as the database is open. */
export async function slotNews(listen: OpenDatabase['listen']): Promise<SlotNews> {
  const watchers = new Map<string, Set<(roomId: number | null) => void>>();
  await listen(SLOT_NEWS, (payload) => {
    const [roomId, changedDay] = payload === null ? [null, null] : (payload.split(' ') as [string, string]);
    for (const [day, hearers] of watchers) {
      if (changedDay === null || changedDay === day) {
        hearers.forEach((hear) => hear(roomId === null ? null : Number(roomId)));
      }
    }
  });
  return {
    watch(day, hear) {
      const hearers = watchers.get(day) ?? new Set();
      watchers.set(day, hearers.add(hear));
      return () => {
        hearers.delete(hear);
        if (hearers.size === 0) watchers.delete(day);
      };
    },
  };
}
