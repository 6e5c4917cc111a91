import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { NOT_FOUND, withoutTrailingSlash } from '../../domain/content/sitePaths.ts';
import { createAppActor, createUnstartedApp } from '../../machines/app.ts';
import { addFlows } from '../../machines/engine/createSystem.ts';
import { loadBookingFlows } from '../../machines/registry.ts';
import { inspectionObserver } from '../../tools/inspector/site/observer.ts';
import { App } from './App.tsx';
import { createEffects } from './effects/effects.ts';
import { readInitialData } from './effects/initialData.ts';
import { loadRoute, preloadPage, routes } from './routes.tsx';
import { RouterContext } from './system/RouterContext.ts';
import { createStyles } from '../ui/theme/styles.ts';

/**
 * Loads the code of a page when the pointer or the focus reaches a link to it. A failed load is retried on navigation.
 */
function prefetch(preload: (path: string) => Promise<unknown>): void {
  const listen = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) void preload(link.pathname).catch(() => undefined);
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, listen, { passive: true });
}

/** The flows run outside React, so that no remount starts a flow twice. */
async function start(container: HTMLElement): Promise<void> {
  const initialData = readInitialData();
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
  const continued = effects.storage.load().checkout ? loadBookingFlows() : Promise.resolve([]);
  void continued.then((flows) => addFlows(actor, flows)).catch(() => undefined);
  const path = withoutTrailingSlash(location.pathname);
  // Every unknown top-level path has the same not-found page. On deeper paths the navigation bar may mark a section as current.
  const prerendered = container.dataset['path'];
  const isPrerendered = prerendered === path || (prerendered === NOT_FOUND && /^\/[^/]+$/.test(path));
  const page = await loadRoute(path).catch(() => null);
  if (page) addFlows(actor, page.flows);
  else if (isPrerendered) {
    // The page stays readable and says that a part of it is missing. The router handles any other page.
    document.documentElement.dataset['notLoaded'] = '';
    return;
  }
  const router = createBrowserRouter(routes);
  const site = (
    <StrictMode>
      <App
        actor={actor}
        prerendered={isPrerendered ? createUnstartedApp(initialData, page ? [page.flows] : []) : undefined}
        styles={createStyles()}
      >
        <RouterContext value={router}>
          <RouterProvider router={router} />
        </RouterContext>
      </App>
    </StrictMode>
  );
  if (!isPrerendered) return createRoot(container).render(site);
  // React hydrates a transition in slices, so that the browser can handle input in between.
  startTransition(() => {
    hydrateRoot(container, site, {
      onRecoverableError: (error) =>
        console.error('The prerendered page had to be rendered again.', error, (error as Error).cause),
    });
  });
}

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
void start(container);
