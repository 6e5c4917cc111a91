import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createDeskActor } from '../../machines/desk/app.ts';
import { actorIn } from '../../machines/engine/system.ts';
import { App } from '../app/App.tsx';
import { RouterBridge } from '../app/layout/RouterBridge.tsx';
import { RouterContext } from '../app/system/RouterContext.ts';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { PageFailure } from '../app/errors/PageFailure.tsx';
import { createStyles } from '../ui/theme/styles.ts';
import { Desk } from './Desk.tsx';
import { createDeskEffects } from './effects/effects.ts';

/* The entry point of the desk (desk.html). The desk is not prerendered and shares no file with the visitors' pages. */
const container = document.getElementById('root');
if (!container) throw new Error('desk.html has no #root');

const effects = createDeskEffects();
const actor = createDeskActor(effects).start();
const now = (): number => effects.clock.now();
/** Timers stop while the computer sleeps, and browsers throttle them in hidden tabs: flows check their deadlines on resuming. */
const sendResumed = (): void => {
  if (document.visibilityState === 'visible') actor.send({ type: 'app.resumed' });
};
document.addEventListener('visibilitychange', sendResumed);
addEventListener('online', sendResumed);
effects.clock.watch(() => actor.send({ type: 'clock.set' }));

const router = createBrowserRouter([
  { path: '*', element: <Desk now={now} />, errorElement: <PageFailure /> },
]);

const shownSection = (): string | null => new URLSearchParams(router.state.location.search).get('view');
let section = shownSection();
router.subscribe(() => {
  if (section === shownSection()) return;
  section = shownSection();
  // An owner may have changed the role meanwhile: opening another section loads the role again.
  actorIn(actor.system, 'staff')?.send({ type: 'resource.refreshed' });
});

createRoot(container).render(
  <StrictMode>
    <App actor={actor} styles={createStyles()}>
      <RouterContext value={router}>
        <FlowSection needs={['navigation']} fallback="nothing">
          <RouterBridge />
        </FlowSection>
        <RouterProvider router={router} />
      </RouterContext>
    </App>
  </StrictMode>,
);
