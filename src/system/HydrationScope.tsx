import { createContext, type ReactNode, startTransition, useEffect, useState } from 'react';
import type { AppActor } from '../../machines/createSystem.ts';
import { AppActorContext } from './AppActorContext.ts';
import { HydratingContext } from './hydrating.ts';

/** The running actor system, even during hydration, for lazy sections. */
export const RunningActorContext = createContext<AppActor | null>(null);

interface Props {
  /** The running actor system. */
  actor: AppActor;
  /** The unstarted system that the children were prerendered with; hydration reads from it (decision 11). */
  hydrationActor: AppActor | undefined;
  /** Called when the children are hydrated and handle input. */
  onHydrated: (() => void) | undefined;
  children: ReactNode;
}

/** A unit of hydration. It reads from the system that it was prerendered with, and after hydration from the running system. */
export function HydrationScope({ actor, hydrationActor, onHydrated, children }: Props) {
  const [isHydrating, setHydrating] = useState(hydrationActor !== undefined);
  useEffect(() => {
    // The change of the system renders everything again. A transition does that in slices, like hydration.
    if (isHydrating) startTransition(() => setHydrating(false));
    else onHydrated?.();
  }, [isHydrating, onHydrated]);

  return (
    <RunningActorContext value={actor}>
      <HydratingContext value={isHydrating}>
        <AppActorContext value={isHydrating && hydrationActor ? hydrationActor : actor}>
          {children}
        </AppActorContext>
      </HydratingContext>
    </RunningActorContext>
  );
}
