import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppActor } from '../machines/app.ts';
import { App } from './App.tsx';
import { createEffects } from './effects/effects.ts';

/** In development the flows can be watched; what watches them is not in what `vite build` makes. */
const watch = import.meta.env.DEV
  ? (await import('./inspector/site/startInspection.ts')).startInspection()
  : undefined;

/** Created outside React, so that no re-render or remount starts a flow twice. */
const actor = createAppActor(createEffects(), watch).start();

/** Timers sleep with the laptop and throttle in hidden tabs: flows look at their deadlines again on waking. */
const wake = (): void => {
  if (document.visibilityState === 'visible') actor.send({ type: 'app.awake' });
};
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
createRoot(container).render(
  <StrictMode>
    <App actor={actor} />
  </StrictMode>,
);
