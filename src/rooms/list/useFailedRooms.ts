import { useCallback, useSyncExternalStore } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { useSlotsActors } from '../knownSlots.ts';

/** 0 until the rooms are known. Renders only when the number changes. */
export function useFailedRooms(rooms: readonly Room[] | null): number {
  const all = useSlotsActors();
  const actors = useCallback(
    () => (rooms ?? []).flatMap((room) => all.find(({ id }) => id === slotsId(room.id)) ?? []),
    [all, rooms],
  );
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscriptions = actors().map((slots) => slots.subscribe(notify));
      return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
    },
    [actors],
  );
  const count = () => actors().filter((slots) => slots.getSnapshot().matches({ day: 'failed' })).length;
  return useSyncExternalStore(subscribe, count, () => 0);
}
