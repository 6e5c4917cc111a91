import { shallowEqual } from '@xstate/react';
import { useSelector } from '../app/system/useSelector.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { KnownDay } from '../../machines/rooms/search/view.ts';
import { slotsId } from '../../machines/engine/system.ts';
import { type RoomSlotsActor, useOptionalFlow } from '../app/system/flows.ts';

/** A store of the days that are loaded now. It changes when a slot is taken or becomes free. */
export function knownSlotsOf(actors: readonly Pick<RoomSlotsActor, 'subscribe' | 'getSnapshot'>[]) {
  let days: readonly KnownDay[] = [];
  return {
    subscribe: (onChange: () => void): (() => void) => {
      const subscriptions = actors.map((actor) => actor.subscribe(onChange));
      return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
    },
    days: (): readonly KnownDay[] => {
      const present = actors.flatMap((actor) => {
        const snapshot = actor.getSnapshot();
        return snapshot.hasTag('choosable') ? [snapshot.context] : [];
      });
      if (!shallowEqual(days, present)) days = present;
      return days;
    },
  };
}

export const useSlotsActors = (): readonly RoomSlotsActor[] =>
  useSelector(
    useOptionalFlow('rooms'),
    (snapshot) =>
      snapshot?.context.rooms.flatMap(
        ({ id }) => (snapshot.children[slotsId(id)] as unknown as RoomSlotsActor | undefined) ?? [],
      ) ?? [],
    shallowEqual,
  );

export function useKnownSlots(): readonly KnownDay[] {
  const actors = useSlotsActors();
  const store = useMemo(() => knownSlotsOf(actors), [actors]);
  return useSyncExternalStore(store.subscribe, store.days, store.days);
}
