import { withoutTrailingSlash } from '../domain/sitePaths.ts';
import { recordEvents } from './eventReplay.ts';
import { nextTask } from './nextTask.ts';
import { isPrerenderedAs } from './prerendered.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** The longest wait for the first paint, in milliseconds. */
const MAX_WAIT_MS = 2500;

/** The polling interval, in milliseconds. */
const POLL_MS = 30;

/**
 * A prerendered page is shown before its scripts run: the first paint, its fonts and its first image come first. The
 * scripts start after them, or at the visitor's first interaction.
 */
const firstPaintOrInteraction = (): Promise<void> =>
  new Promise((resolve) => {
    const begin = (): void => resolve();
    // Not on the load event, whose listeners may run before the first paint.
    const beginWhenLoaded = (): void => {
      if (document.readyState === 'complete') resolve();
      else setTimeout(beginWhenLoaded, POLL_MS);
    };
    new PerformanceObserver(beginWhenLoaded).observe({ type: 'paint', buffered: true });
    for (const kind of ['pointerover', 'pointerdown', 'keydown', 'focusin']) {
      addEventListener(kind, begin, { once: true, passive: true });
    }
    setTimeout(begin, MAX_WAIT_MS);
  });

const replayEvents = recordEvents(container);
const isPrerendered = isPrerenderedAs(container.dataset['path'], withoutTrailingSlash(location.pathname));
if (isPrerendered) await firstPaintOrInteraction();
// All scripts that this page needs are loaded in parallel (scripts/prerender.mjs).
for (const href of container.dataset['parts']?.split(' ') ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
const { hydrate } = await import('./hydrate.tsx');
// Evaluating the code and starting the flows are two tasks, so that input can be handled in between.
await nextTask();
await hydrate(container, isPrerendered, replayEvents);
