import type { Page } from '@playwright/test';

/** How many times slower than this machine a phone's processor is assumed to be. */
export const CPU_SLOWDOWN = 4;

export async function throttleCpu(page: Page) {
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/**
 * Runs in the page: clicks the element, types a letter into it or presses a key on it. Returns the milliseconds until the frame
 * with the result is painted.
 */
export const measurePaint = (
  element: HTMLElement | SVGElement,
  { letter, key }: { letter?: string; key?: string },
) =>
  new Promise((resolve) => {
    element.focus();
    const began = performance.now();
    if (key !== undefined) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    // execCommand is the only call of a page that fires all events of a typed letter.
    else if (letter !== undefined) document.execCommand('insertText', false, letter);
    else (element as HTMLElement).click();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - began));
      port1.start();
      port2.postMessage(null);
    });
  });
