import { useSelector } from '../../app/system/useSelector.ts';
import { useCallback, useSyncExternalStore } from 'react';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { useAppActor } from '../../app/system/AppActorContext.ts';
import type { RoomSlotsActor } from '../../app/system/flows.ts';

/** The number of rooms whose availability could not be loaded; 0 until the rooms are known. Renders only when it changes. */
export function useFailedRooms(rooms: readonly Room[] | null): number {
  const app = useAppActor();
  const openedRooms = useSelector(app, ({ context }) => context.slotsActors);
  const actors = useCallback(
    () =>
      (rooms ?? [])
        .filter(({ id }) => openedRooms.includes(slotsId(id)))
        .flatMap(
          ({ id }) =>
            (app.getSnapshot().children[slotsId(id)] as unknown as RoomSlotsActor | undefined) ?? [],
        ),
    [app, rooms, openedRooms],
  );
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscriptions = actors().map((slots) => slots.subscribe(notify));
      return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
    },
    [actors],
  );
  const count = () => actors().filter((slots) => slots.getSnapshot().matches('failed')).length;
  return useSyncExternalStore(subscribe, count, () => 0);
}
