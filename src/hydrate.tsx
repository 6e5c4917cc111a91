import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './pauseAfterReact.ts';
import { BrowserRouter } from 'react-router-dom';
import type { InspectionEvent } from 'xstate';
import { addFlows, createAppActor, createUnstartedApp } from '../machines/app.ts';
import { loadBookingFlows } from '../machines/registry.ts';
import './pauseAfterFlows.ts';
import { App } from './App.tsx';
import { createEffects } from './effects/effects.ts';
import { readInitialData } from './effects/initialData.ts';
import { prefetch } from './effects/prefetch.ts';
import { preloadPage, Site } from './Site.tsx';
import { nextTask } from './nextTask.ts';
import { createStyles, PAGE, insertComposedStyles } from './theme/styles.ts';
import { siteTheme } from './theme/theme.ts';
import { insertVariables } from './theme/variables.ts';
import { probe } from './probe.ts';

/** Observes the flows: the inspector in development, the tests' probe in a build with `--mode probe`, nothing in production. */
async function inspectionObserver(): Promise<((event: InspectionEvent) => void) | undefined> {
  if (import.meta.env.DEV)
    return (await import('../tools/inspector/site/startInspection.ts')).startInspection();
  return import.meta.env.MODE === 'probe' ? probe : undefined;
}

/**
 * Starts the flows and renders the site. Must be called once.
 * @param container the root element; prerendered pages have content in it
 * @param onHydrated called when the page shows the running flows and handles input
 */
export async function hydrate(
  container: HTMLElement,
  isPrerendered: boolean,
  onHydrated: () => void,
): Promise<void> {
  // Creating the theme takes a phone as long as a whole task, so it happens in a separate one.
  siteTheme();
  await nextTask();
  insertVariables();
  await nextTask();
  const initialData = readInitialData();
  /** The flows are started outside React, so that no re-render or remount starts a flow twice. */
  const effects = { ...createEffects(), initialData };
  const actor = createAppActor(effects, { inspect: await inspectionObserver() }).start();

  /** Timers stop while the computer sleeps and are throttled in hidden tabs, so flows check their deadlines on resuming. */
  const resume = (): void => {
    if (document.visibilityState === 'visible') actor.send({ type: 'app.resumed' });
  };
  document.addEventListener('visibilitychange', resume);
  effects.clock.watch(() => actor.send({ type: 'clock.set' }));
  addEventListener('online', resume);
  prefetch(preloadPage);

  // An open booking continues on every page. If its flows cannot be loaded now, the booking page loads them again.
  if (effects.storage.load().checkout) {
    void loadBookingFlows().then(
      (flows) => addFlows(actor, flows),
      () => undefined,
    );
  }
  // The page and its flows are loaded before React renders, or React would remove the prerendered page. A failed load
  // is retried by the page, which shows an error if it fails again.
  const flows = await preloadPage(location.pathname).catch(() => []);
  // The page's code is evaluated, its flows are started, and React begins, each in a separate task.
  await nextTask();
  for (const group of flows) addFlows(actor, group);
  await nextTask();

  const styles = createStyles();
  const finishHydration = (): void => {
    onHydrated();
    insertComposedStyles(styles, PAGE);
  };
  const site = (
    <StrictMode>
      <App
        actor={actor}
        hydrationActor={isPrerendered ? createUnstartedApp(initialData, flows) : undefined}
        styles={styles}
        onHydrated={finishHydration}
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
  // React hydrates a transition in slices, so that the browser can handle input in between.
  startTransition(() => {
    hydrateRoot(container, site, {
      onRecoverableError: (error) => console.error('The prerendered page had to be rendered again.', error),
    });
  });
}
