// @ts-check

/** How many times slower than this machine the processor of a phone is. */
export const SLOWDOWN = 4;

/** @param {import('@playwright/test').Page} page */
export async function slowDown(page) {
  const slowed = await page.context().newCDPSession(page);
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/**
 * Runs in the page: presses the element, types a letter into it or presses a key on it, and returns the milliseconds until the
 * frame that shows the result is painted.
 * @param {HTMLElement | SVGElement} element @param {{letter?: string, key?: string}} touch
 */
export const untilPainted = (element, { letter, key }) =>
  new Promise((resolve) => {
    element.focus();
    const began = performance.now();
    if (key !== undefined) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    // As a key does, with all of its events; nothing else in a page can.
    else if (letter !== undefined) document.execCommand('insertText', false, letter);
    else /** @type {HTMLElement} */ (element).click();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - began));
      port1.start();
      port2.postMessage(null);
    });
  });
