import { withoutTrailingSlash } from '../domain/sitePaths.ts';
import { sessionStore } from './effects/browserStorage.ts';
import { recordEvents } from './eventReplay.ts';
import { nextTask } from './nextTask.ts';
import { isPrerenderedAs } from './prerendered.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** The maximum wait for the page's fonts and pictures, in milliseconds. */
const MAX_WAIT_MS = 2500;

const REQUESTS_PER_TASK = 3;

/** The fonts of every page, in the syntax of CSS (src/theme/fonts.css). */
const FONTS = ['1em Figtree', '560 1em Fraunces'];

/**
 * Applies the web fonts, as far as the inline script has not done so (src/prerendering/firstScript.ts). Resolves when they are
 * loaded, or when one cannot be loaded.
 */
async function applyFonts(): Promise<void> {
  document.querySelector('style[data-fonts]')?.setAttribute('media', 'all');
  try {
    await Promise.all(FONTS.map((font) => document.fonts.load(font)));
    sessionStore.set('fonts', 'loaded');
  } catch {
    // The page keeps the fallback font.
  }
}

/**
 * Resolves when a prerendered page and its fonts have loaded, at the visitor's first interaction, or after MAX_WAIT_MS. The scripts
 * are loaded after that, so that they do not delay them.
 */
const loadedOrInteraction = (fonts: Promise<void>): Promise<unknown> => {
  const interaction = new Promise<void>((resolve) => {
    for (const kind of ['pointerover', 'pointerdown', 'keydown', 'focusin']) {
      addEventListener(kind, () => resolve(), { once: true, passive: true });
    }
  });
  const loaded = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
  const waited = new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  return Promise.race([Promise.all([loaded, fonts]), interaction, waited]);
};

/**
 * Loads the start-up code and hydrates the page. It must not be an `await` of the module: the start-up code imports from the same
 * file (vite.config.ts), so each would wait for the other.
 */
async function start(root: HTMLElement): Promise<void> {
  const replayEvents = recordEvents(root, globalThis.takeEarlyEvents?.() ?? []);
  const fonts = applyFonts();
  const isPrerendered = isPrerenderedAs(root.dataset['path'], withoutTrailingSlash(location.pathname));
  if (isPrerendered) await loadedOrInteraction(fonts);
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
