import { createContext, use, useCallback } from 'react';
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/with-selector';
import type { AnyActorRef, SnapshotFrom } from 'xstate';
import type { AppActor } from '../../../machines/engine/createSystem.ts';
import { actorIn } from '../../../machines/engine/system.ts';
import { AppActorContext } from './AppActorContext.ts';

/**
 * The unstarted system that the page was prerendered with; null for a page that the browser renders. While a part of the page is
 * hydrated, it shows this system's state, as it was prerendered; after that React shows the state of the running actors.
 */
export const PrerenderedContext = createContext<AppActor | null>(null);

/** Replaces `useSelector` of @xstate/react, which would show the running state while the page is hydrated. */
export function useSelector<
  Actor extends Pick<AnyActorRef, 'id' | 'subscribe' | 'getSnapshot'> | undefined,
  Selected,
>(
  actor: Actor,
  selector: (snapshot: Actor extends undefined ? undefined : SnapshotFrom<NonNullable<Actor>>) => Selected,
  compare: (a: Selected, b: Selected) => boolean = Object.is,
): Selected {
  const app: unknown = use(AppActorContext);
  const prerendered = use(PrerenderedContext);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = actor?.subscribe(onChange);
      return () => subscription?.unsubscribe();
    },
    [actor],
  );
  const getSnapshot = () => actor?.getSnapshot();
  const getPrerendered = () => {
    if (prerendered === null || actor === undefined) return getSnapshot();
    const same = actor === app ? prerendered : actorIn(prerendered.system, actor.id);
    return same === undefined ? getSnapshot() : same.getSnapshot();
  };
  return useSyncExternalStoreWithSelector(subscribe, getSnapshot, getPrerendered, selector as never, compare);
}
