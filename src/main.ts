import { withoutLastSlash } from '../domain/sitePaths.ts';
import { noteDoneAhead } from './doneAhead.ts';
import { isPrerenderedAs } from './prerendered.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** Scripts wait for a page's own pictures no longer than this, in milliseconds. */
const LONGEST_WAIT = 2500;

/** How often it is looked whether they are there, in milliseconds. */
const LOOK_AGAIN = 30;

/**
 * A prerendered page is read before it is touched: its first paint, its fonts and its first picture come first, and the
 * scripts when those are there, or at once when the visitor does something.
 */
const shownOrTouched = (): Promise<void> =>
  new Promise((resolve) => {
    const begin = (): void => resolve();
    // Not by the load event: whatever listens to it may be made to run before the first paint.
    const beginWhenLoaded = (): void => {
      if (document.readyState === 'complete') resolve();
      else setTimeout(beginWhenLoaded, LOOK_AGAIN);
    };
    new PerformanceObserver(beginWhenLoaded).observe({ type: 'paint', buffered: true });
    for (const kind of ['pointerover', 'pointerdown', 'keydown', 'focusin']) {
      addEventListener(kind, begin, { once: true, passive: true });
    }
    setTimeout(begin, LONGEST_WAIT);
  });

const doAgain = noteDoneAhead(container);
const isPrerendered = isPrerenderedAs(container.dataset['path'], withoutLastSlash(location.pathname));
if (isPrerendered) await shownOrTouched();
// What only this page needs comes beside what every page does (scripts/prerender.mjs).
for (const href of container.dataset['parts']?.split(' ') ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
const { comeAlive } = await import('./comeAlive.tsx');
// Reading the code and starting the flows are two pieces of work: what the visitor does may come between.
await new Promise((resolve) => setTimeout(resolve));
await comeAlive(container, isPrerendered, doAgain);
