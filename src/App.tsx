import type { EmotionCache } from '@emotion/cache';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import type { AppActor } from '../machines/app.ts';
import { FlowSection } from './shell/FlowSection.tsx';
import { SectionErrorBoundary } from './shell/SectionErrorBoundary.tsx';
import { AppActorContext } from './system/AppActorContext.ts';
import { HydratingContext } from './system/hydrating.ts';
import { STAGE_ID } from './system/stage.ts';
import { ThemeGround } from './theme/ThemeGround.tsx';
import { Toasts } from './toasts/Toasts.tsx';

interface Props {
  /** The actor system that runs. */
  actor: AppActor;
  /** The one that a prerendered page was made with, never started: hydration reads from it (decision 11). */
  hydrationActor?: AppActor | undefined;
  styles: EmotionCache;
  /** Called when the page is hydrated and its fields handle input. */
  onHydrated?: () => void;
  /** The site in its router. */
  children: ReactNode;
}

/** The providers around every page, in the browser and while prerendering. */
export function App({ actor, hydrationActor, styles, onHydrated, children }: Props) {
  const [isHydrating, setHydrating] = useState(hydrationActor !== undefined);
  useEffect(() => {
    // The change from one system to the other redraws the whole page: in slices, like hydration itself.
    if (isHydrating) startTransition(() => setHydrating(false));
    else onHydrated?.();
  }, [isHydrating, onHydrated]);

  return (
    <ThemeGround styles={styles}>
      <HydratingContext value={isHydrating}>
        <AppActorContext value={isHydrating && hydrationActor ? hydrationActor : actor}>
          <div id={STAGE_ID}>{children}</div>
          <SectionErrorBoundary>
            <FlowSection needs={['notifier']} fallback="nothing">
              <Toasts />
            </FlowSection>
          </SectionErrorBoundary>
        </AppActorContext>
      </HydratingContext>
    </ThemeGround>
  );
}
