import type { EmotionCache } from '@emotion/cache';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import type { AppActor } from '../machines/app.ts';
import { FlowSection } from './shell/FlowSection.tsx';
import { PartFault } from './shell/PartFault.tsx';
import { AppActorContext } from './system/AppActorContext.ts';
import { RestingContext } from './system/resting.ts';
import { STAGE_ID } from './system/stage.ts';
import { ThemeGround } from './theme/ThemeGround.tsx';
import { Toasts } from './toasts/Toasts.tsx';

interface Props {
  /** The actor system that runs. */
  actor: AppActor;
  /** The one that a prerendered page was made with, never started: hydration reads from it (decision 11). */
  resting?: AppActor | undefined;
  styles: EmotionCache;
  /** Called when the page shows what runs, and its fields hear what is entered. */
  onAwake?: () => void;
  /** The site in its router. */
  children: ReactNode;
}

/** What every page needs around it, whatever the router, in the browser and while prerendering alike. */
export function App({ actor, resting, styles, onAwake, children }: Props) {
  const [isResting, setResting] = useState(resting !== undefined);
  useEffect(() => {
    // The change from one system to the other redraws the whole page: in slices, like hydration itself.
    if (isResting) startTransition(() => setResting(false));
    else onAwake?.();
  }, [isResting, onAwake]);

  return (
    <ThemeGround styles={styles}>
      <RestingContext value={isResting}>
        <AppActorContext value={isResting && resting ? resting : actor}>
          <div id={STAGE_ID}>{children}</div>
          <PartFault>
            <FlowSection needs={['notifier']} fallback="nothing">
              <Toasts />
            </FlowSection>
          </PartFault>
        </AppActorContext>
      </RestingContext>
    </ThemeGround>
  );
}
