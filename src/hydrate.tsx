import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { InspectionEvent } from 'xstate';
import { bringFlows, createAppActor } from '../machines/app.ts';
import { App } from './App.tsx';
import { createEffects } from './effects/effects.ts';
import { readInitialData } from './effects/initialData.ts';
import { prefetch } from './effects/prefetch.ts';
import { ssrEffects } from './effects/ssrEffects.ts';
import { preloadPage, Site } from './Site.tsx';
import { createStyles } from './theme/styles.ts';
import { probe } from './probe.ts';

/**
 * Who looks into the flows: in development the inspector, in a probed build the tests. What `vite build` makes for visitors
 * holds neither.
 */
async function watcher(): Promise<((event: InspectionEvent) => void) | undefined> {
  if (import.meta.env.DEV) return (await import('./inspector/site/startInspection.ts')).startInspection();
  return import.meta.env.MODE === 'probe' ? probe : undefined;
}

/**
 * Starts the flows and shows the site, once.
 * @param container where the site is drawn, or stands already when the page was prerendered
 * @param onHydrated called when what stands there hears and shows the flows
 */
export async function hydrate(
  container: HTMLElement,
  isPrerendered: boolean,
  onHydrated: () => void,
): Promise<void> {
  const initialData = readInitialData();
  /** Created outside React, so that no re-render or remount starts a flow twice. */
  const effects = { ...createEffects(), initialData };
  const actor = createAppActor(effects, { inspect: await watcher() }).start();

  /** Timers sleep with the laptop and throttle in hidden tabs: flows look at their deadlines again on waking. */
  const wake = (): void => {
    if (document.visibilityState === 'visible') actor.send({ type: 'app.resumed' });
  };
  document.addEventListener('visibilitychange', wake);
  effects.clock.watch(() => actor.send({ type: 'clock.set' }));
  addEventListener('online', wake);
  prefetch(preloadPage);

  // A booking that was under way goes on, and is told of, on every page. Where its flows cannot be fetched now, the booking's
  // own page asks for them again.
  if (effects.storage.load().checkout) {
    void import('../machines/late/booking.ts').then(
      ({ bookingFlows }) => bringFlows(actor, bookingFlows),
      () => undefined,
    );
  }
  // The page itself and its flows are there before React looks, or it would take a prerendered one away. One that cannot
  // be fetched is asked for again while it is shown, and says so if that fails as well.
  const late = await preloadPage(location.pathname).catch(() => []);
  for (const flows of late) bringFlows(actor, flows);

  const site = (
    <StrictMode>
      <App
        actor={actor}
        hydrationActor={isPrerendered ? createAppActor({ ...ssrEffects, initialData }, { late }) : undefined}
        styles={createStyles()}
        onHydrated={onHydrated}
      >
        <BrowserRouter>
          <Site />
        </BrowserRouter>
      </App>
    </StrictMode>
  );
  if (!isPrerendered) {
    createRoot(container).render(site);
    return;
  }
  // In slices, between which the browser may do something else.
  startTransition(() => {
    hydrateRoot(container, site, {
      onRecoverableError: (error) => console.error('The prerendered page had to be drawn again.', error),
    });
  });
}
