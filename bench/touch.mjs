// @ts-check

/** How many times slower than this machine a phone's processor is assumed to be. */
export const CPU_SLOWDOWN = 4;

/** @param {import('@playwright/test').Page} page */
export async function throttleCpu(page) {
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/**
 * Runs in the page: clicks the element, types a letter into it or presses a key on it. Returns the milliseconds until the frame
 * with the result is painted.
 * @param {HTMLElement | SVGElement} element @param {{letter?: string, key?: string}} touch
 */
export const measurePaint = (element, { letter, key }) =>
  new Promise((resolve) => {
    element.focus();
    const began = performance.now();
    if (key !== undefined) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    // execCommand is the only call of a page that fires all events of a typed letter.
    else if (letter !== undefined) document.execCommand('insertText', false, letter);
    else /** @type {HTMLElement} */ (element).click();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - began));
      port1.start();
      port2.postMessage(null);
    });
  });
