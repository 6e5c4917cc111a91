import type { EmotionCache } from '@emotion/cache';
import type { ReactNode } from 'react';
import type { AppActor } from '../../machines/engine/createSystem.ts';
import { FlowSection } from './errors/FlowSection.tsx';
import { SectionErrorBoundary } from './errors/SectionErrorBoundary.tsx';
import { AppActorContext } from './system/AppActorContext.ts';
import { DIALOG_ROOT_ID } from './system/dialogRoot.ts';
import { TypedText } from './system/TypedText.tsx';
import { PrerenderedContext } from './system/useSelector.ts';
import { SiteTheme } from '../ui/theme/SiteTheme.tsx';
import { Toasts } from '../ui/toasts/Toasts.tsx';

interface Props {
  actor: AppActor;
  /** The unstarted system that the page was prerendered with (src/app/system/useSelector.ts). */
  prerendered?: AppActor | undefined;
  styles: EmotionCache;
  /** The site in its router. */
  children: ReactNode;
}

/** The providers around every page, in the browser and while prerendering. */
export const App = ({ actor, prerendered, styles, children }: Props) => (
  <SiteTheme styles={styles}>
    <PrerenderedContext value={prerendered ?? null}>
      <AppActorContext value={actor}>
        <TypedText id={DIALOG_ROOT_ID}>{children}</TypedText>
        <SectionErrorBoundary>
          <FlowSection needs={['notifier']} fallback="nothing">
            <Toasts />
          </FlowSection>
        </SectionErrorBoundary>
      </AppActorContext>
    </PrerenderedContext>
  </SiteTheme>
);
