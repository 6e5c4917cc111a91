import type { Page } from '@playwright/test';

/**
 * Timers below this delay run by themselves. Fades, hydration and React's own timers are shorter; the fixed delays of the flows are
 * not, and neither is the rest of a second or a day while the clock stands at a whole second, as `expectWholeSeconds` ensures.
 */
const LONG_TIMER_MS = 500;

/** What a page uses to wait for a short time. */
type NativeTimers = Pick<
  Window,
  | 'setTimeout'
  | 'clearTimeout'
  | 'requestAnimationFrame'
  | 'cancelAnimationFrame'
  | 'requestIdleCallback'
  | 'cancelIdleCallback'
  | 'performance'
>;
type TimedWindow = Window & { nativeTimers?: NativeTimers };

/**
 * Stops the dates, the intervals and the long timers of a page at a time, until `page.clock` advances them, and the time limits of its calls permanently. What a page does at once, such as a fade, takes place as usual: a delay of a flow passes only when the path
 * says so, and a call that waits at a gate never fails by itself, however slow the machine is.
 *
 * @throws Error when the time, in milliseconds since 1970, is not a whole second
 */
export async function stopClockAt(page: Page, time: number): Promise<void> {
  expectWholeSeconds(time);
  await page.addInitScript(keepNativeTimers);
  // The clock runs from its installation until it is paused, and can be paused only at a later time.
  await page.clock.install({ time: time - 3_600_000 });
  await page.addInitScript(restoreShortTimers, LONG_TIMER_MS);
  await page.clock.pauseAt(time);
}

/**
 * Advances a stopped clock as if a laptop had slept: each timer that is due fires once.
 *
 * @throws Error when the time is not a whole number of seconds
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  expectWholeSeconds(milliseconds);
  await page.clock.fastForward(milliseconds);
}

function expectWholeSeconds(milliseconds: number): void {
  if (milliseconds % 1_000 !== 0)
    throw new Error(`the clock of a path test needs whole seconds: ${milliseconds}`);
}

function keepNativeTimers(): void {
  (window as TimedWindow).nativeTimers = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
    requestIdleCallback: window.requestIdleCallback.bind(window),
    cancelIdleCallback: window.cancelIdleCallback.bind(window),
    performance: window.performance,
  };
}

function restoreShortTimers(longTimerMs: number): void {
  const {
    nativeTimers,
    setTimeout: setStoppedTimeout,
    clearTimeout: clearStoppedTimeout,
  } = window as TimedWindow;
  if (nativeTimers === undefined) throw new Error('the native timers are not kept');
  const { setTimeout, clearTimeout, ...others } = nativeTimers;
  for (const [name, value] of Object.entries(others))
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  const shortIds = new Set<number | undefined>();
  window.setTimeout = ((handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    if (delay >= longTimerMs) return setStoppedTimeout(handler, delay, ...values);
    const id = setTimeout(handler, delay, ...values);
    shortIds.add(id);
    return id;
  }) as typeof window.setTimeout;
  const clear = (id?: number) => (shortIds.delete(id) ? clearTimeout(id) : clearStoppedTimeout(id));
  window.clearTimeout = clear as typeof window.clearTimeout;
  // The browser measures the time limit of a call itself, in real time.
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
    value: 0,
    configurable: true,
    writable: true,
  });
}
