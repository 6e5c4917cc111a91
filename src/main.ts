import { withoutTrailingSlash } from '../domain/sitePaths.ts';
import { recordEvents } from './eventReplay.ts';
import { nextTask } from './nextTask.ts';
import { isPrerenderedAs } from './prerendered.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** The maximum wait for the first paint, in milliseconds. */
const MAX_WAIT_MS = 2500;

/** The polling interval, in milliseconds. */
const POLL_MS = 30;

const REQUESTS_PER_TASK = 3;

/**
 * Resolves when a prerendered page has been painted and loaded, with its fonts and its first image, or at the visitor's first
 * interaction. The scripts run after that, so that they do not delay the first paint.
 */
const firstPaintOrInteraction = (): Promise<void> =>
  new Promise((resolve) => {
    const begin = (): void => resolve();
    const beginWhenLoaded = (): void => {
      if (document.readyState === 'complete') begin();
      else setTimeout(beginWhenLoaded, POLL_MS);
    };
    // Interactions count from the first paint on: a page that appears under a resting mouse gets pointer events before it. The load
    // event is not used, because its listeners may run before the first paint.
    const afterPaint = (): void => {
      for (const kind of ['pointerover', 'pointerdown', 'keydown', 'focusin']) {
        addEventListener(kind, begin, { once: true, passive: true });
      }
      beginWhenLoaded();
    };
    new PerformanceObserver(afterPaint).observe({ type: 'paint', buffered: true });
    setTimeout(begin, MAX_WAIT_MS);
  });

/**
 * Loads the start-up code and hydrates the page. It must not be an `await` of the module: the start-up code imports from the same
 * file (vite.config.ts), so each would wait for the other.
 */
async function start(root: HTMLElement): Promise<void> {
  const replayEvents = recordEvents(root);
  const isPrerendered = isPrerenderedAs(root.dataset['path'], withoutTrailingSlash(location.pathname));
  if (isPrerendered) await firstPaintOrInteraction();
  // The scripts of this page are listed by scripts/prerender.mjs, so that they are loaded in parallel. Requesting a script takes
  // time, so only a few are requested in each task.
  for (const [i, href] of (root.dataset['parts']?.split(' ') ?? []).entries()) {
    if (i % REQUESTS_PER_TASK === REQUESTS_PER_TASK - 1) await nextTask();
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  await nextTask();
  const { hydrate } = await import('./hydrate.tsx');
  // The code is evaluated and the flows are started in two tasks, so that the browser can handle input in between.
  await nextTask();
  await hydrate(root, isPrerendered, replayEvents);
}

void start(container);
