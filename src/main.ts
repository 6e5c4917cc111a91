import { withoutTrailingSlash } from '../domain/sitePaths.ts';
import { recordEvents } from './eventReplay.ts';
import { isPrerenderedAs } from './prerendered.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** Scripts wait for a page's own pictures no longer than this, in milliseconds. */
const MAX_WAIT_MS = 2500;

/** How often it is looked whether they are there, in milliseconds. */
const POLL_MS = 30;

/**
 * A prerendered page is read before it is touched: its first paint, its fonts and its first picture come first, and the
 * scripts when those are there, or at once when the visitor does something.
 */
const firstPaintOrInteraction = (): Promise<void> =>
  new Promise((resolve) => {
    const begin = (): void => resolve();
    // Not by the load event: whatever listens to it may be made to run before the first paint.
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
// What only this page needs comes beside what every page does (scripts/prerender.mjs).
for (const href of container.dataset['parts']?.split(' ') ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
const { hydrate } = await import('./hydrate.tsx');
// Reading the code and starting the flows are two pieces of work: what the visitor does may come between.
await new Promise((resolve) => setTimeout(resolve));
await hydrate(container, isPrerendered, replayEvents);
