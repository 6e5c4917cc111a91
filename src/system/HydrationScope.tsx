import { createContext, type ReactNode, startTransition, useEffect, useState } from 'react';
import type { AppActor } from '../../machines/app.ts';
import { AppActorContext } from './AppActorContext.ts';
import { HydratingContext } from './hydrating.ts';

/** The actor system that runs, also while the page still shows another: for what is hydrated after it. */
export const RunningActorContext = createContext<AppActor | null>(null);

interface Props {
  /** The actor system that runs. */
  actor: AppActor;
  /** The one that what is inside was prerendered with, never started: hydration reads from it (decision 11). */
  hydrationActor: AppActor | undefined;
  /** Called when what is inside is hydrated and its fields handle input. */
  onHydrated: (() => void) | undefined;
  children: ReactNode;
}

/** What is hydrated in one piece: shown from the actor system that it was prerendered with, then from the running one. */
export function HydrationScope({ actor, hydrationActor, onHydrated, children }: Props) {
  const [isHydrating, setHydrating] = useState(hydrationActor !== undefined);
  useEffect(() => {
    // The change from one system to the other redraws all of it: in slices, like hydration itself.
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
