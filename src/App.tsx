import type { EmotionCache } from '@emotion/cache';
import { type ReactNode, useEffect } from 'react';
import type { AppActor } from '../machines/app.ts';
import { PartFault } from './shell/PartFault.tsx';
import { AppActorContext } from './system/AppActorContext.ts';
import { useOnceAwake } from './system/resting.ts';
import { STAGE_ID } from './system/stage.ts';
import { ThemeGround } from './theme/ThemeGround.tsx';
import { Toasts } from './toasts/Toasts.tsx';

interface Props {
  /** The actor system that runs. */
  actor: AppActor;
  /** The one that a prerendered page was made with, never started: hydration reads from it (decision 11). */
  resting: AppActor;
  styles: EmotionCache;
  /** Called when the page shows what runs, and its fields hear what is entered. */
  onAwake?: () => void;
  /** The site in its router. */
  children: ReactNode;
}

/** What every page needs around it, whatever the router, in the browser and while prerendering alike. */
export function App({ actor, resting, styles, onAwake, children }: Props) {
  const shown = useOnceAwake(actor, resting);
  useEffect(() => {
    if (shown === actor) onAwake?.();
  }, [shown, actor, onAwake]);

  return (
    <ThemeGround styles={styles}>
      <AppActorContext value={shown}>
        <div id={STAGE_ID}>{children}</div>
        <PartFault>
          <Toasts />
        </PartFault>
      </AppActorContext>
    </ThemeGround>
  );
}
