import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { withoutLastSlash } from '../domain/sitePaths.ts';
import { createAppActor } from '../machines/app.ts';
import { App } from './App.tsx';
import { createEffects } from './effects/effects.ts';
import { readGiven } from './effects/given.ts';
import { fetchAhead } from './effects/fetchAhead.ts';
import { restingEffects } from './effects/restingEffects.ts';
import { isPrerenderedAs } from './prerendered.ts';
import { preloadPage, Site } from './Site.tsx';
import { createStyles } from './theme/styles.ts';
import { noteTypedAhead } from './typedAhead.ts';
import { probe } from './probe.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const given = readGiven();
/**
 * Who looks into the flows: in development the inspector, in a probed build the tests. What `vite build` makes for visitors
 * holds neither.
 */
async function watcher(): Promise<Parameters<typeof createAppActor>[1]> {
  if (import.meta.env.DEV) return (await import('./inspector/site/startInspection.ts')).startInspection();
  return import.meta.env.MODE === 'probe' ? probe : undefined;
}

/** Created outside React, so that no re-render or remount starts a flow twice. */
const actor = createAppActor({ ...createEffects(), given }, await watcher()).start();

/** Timers sleep with the laptop and throttle in hidden tabs: flows look at their deadlines again on waking. */
const wake = (): void => {
  if (document.visibilityState === 'visible') actor.send({ type: 'app.awake' });
};
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);
fetchAhead(preloadPage);

// The page itself is there before React looks, or it would take a prerendered one away. One that cannot be fetched is
// asked for again while it is shown, and says so if that fails as well.
await preloadPage(location.pathname).catch(() => undefined);

const isPrerendered = isPrerenderedAs(container.dataset['path'], withoutLastSlash(location.pathname));
const site = (
  <StrictMode>
    <App
      actor={actor}
      resting={isPrerendered ? createAppActor({ ...restingEffects, given }) : actor}
      styles={createStyles()}
      onAwake={noteTypedAhead(container)}
    >
      <BrowserRouter>
        <Site />
      </BrowserRouter>
    </App>
  </StrictMode>
);
if (isPrerendered) {
  hydrateRoot(container, site, {
    onRecoverableError: (error) => console.error('The prerendered page had to be drawn again.', error),
  });
} else {
  createRoot(container).render(site);
}
