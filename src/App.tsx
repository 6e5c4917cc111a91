import type { EmotionCache } from '@emotion/cache';
import type { ReactNode } from 'react';
import type { AppActor } from '../machines/createSystem.ts';
import { FlowSection } from './shell/FlowSection.tsx';
import { SectionErrorBoundary } from './shell/SectionErrorBoundary.tsx';
import { DIALOG_ROOT_ID } from './system/dialogRoot.ts';
import { HydrationScope } from './system/HydrationScope.tsx';
import { SiteTheme } from './theme/SiteTheme.tsx';
import { Toasts } from './toasts/Toasts.tsx';

interface Props {
  /** The running actor system. */
  actor: AppActor;
  /** The unstarted system that the page was prerendered with; hydration reads from it (decision 11). */
  hydrationActor?: AppActor | undefined;
  styles: EmotionCache;
  /** Called when the page is hydrated and its fields handle input. */
  onHydrated?: () => void;
  /** The site in its router. */
  children: ReactNode;
}

/** The providers around every page, in the browser and while prerendering. */
export const App = ({ actor, hydrationActor, styles, onHydrated, children }: Props) => (
  <SiteTheme styles={styles}>
    <HydrationScope actor={actor} hydrationActor={hydrationActor} onHydrated={onHydrated}>
      <div id={DIALOG_ROOT_ID}>{children}</div>
      <SectionErrorBoundary>
        <FlowSection needs={['notifier']} fallback="nothing">
          <Toasts />
        </FlowSection>
      </SectionErrorBoundary>
    </HydrationScope>
  </SiteTheme>
);
