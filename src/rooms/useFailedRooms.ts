import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { Room } from '../../contract/rooms.ts';
import { slotsId } from '../../machines/system.ts';
import { useAppActor } from '../system/AppActorContext.ts';
import type { RoomSlots } from '../system/flows.ts';

/** How many of the rooms could not load their times; 0 while the rooms are unknown. Renders only when that changes. */
export function useFailedRooms(rooms: readonly Room[] | null): number {
  const app = useAppActor();
  const opened = useSelector(app, ({ context }) => context.slotsActors);
  const actors = useCallback(
    () =>
      (rooms ?? [])
        .filter(({ id }) => opened.includes(slotsId(id)))
        .flatMap(
          ({ id }) => (app.getSnapshot().children[slotsId(id)] as unknown as RoomSlots | undefined) ?? [],
        ),
    [app, rooms, opened],
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
