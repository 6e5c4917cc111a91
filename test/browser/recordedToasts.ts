import type { BrowserContext, Page } from '@playwright/test';

/** What a page of a context with recordToasts has in its global scope. */
interface Recorder {
  shownToasts: string[];
}

/**
 * Records the text of every toast that the pages of a context show. A toast lasts 1.5 to 4 seconds, and a test on a busy machine
 * may not check the page in that time.
 */
export const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // A sandboxed frame would report that it must not run the observer.
    if (globalThis.top !== globalThis.self) return;
    const shownToasts: string[] = [];
    const recorded = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const message of document.querySelectorAll('[data-flow="notifier"] .MuiAlert-message')) {
        if (recorded.has(message) || !message.checkVisibility()) continue;
        recorded.add(message);
        shownToasts.push(message.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
    Object.assign(globalThis, { shownToasts } satisfies Recorder);
  });

/**
 * Whether the page has shown this toast since it was loaded, and since the last call that found one: a toast is found only once.
 */
export const takeRecordedToast = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((sought) => {
    const { shownToasts } = globalThis as unknown as Recorder;
    const index = shownToasts.indexOf(sought);
    if (index >= 0) shownToasts.splice(index, 1);
    return index >= 0;
  }, text);
