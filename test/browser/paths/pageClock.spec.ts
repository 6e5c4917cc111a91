import { expect, test } from '@playwright/test';
import { advanceClock, stopClockAt } from './page/pageClock.ts';

const NOON = Date.UTC(2025, 10, 20, 6, 30);

test('short timers run by themselves, and long ones and the date only when the clock is advanced', async ({
  page,
}) => {
  await stopClockAt(page, NOON);
  await page.goto('about:blank');
  const fired = () => page.evaluate(() => Reflect.get(window, 'fired') as string[]);
  await page.evaluate(() => {
    const names: string[] = [];
    Reflect.set(window, 'fired', names);
    setTimeout(() => names.push('long'), 500);
    clearTimeout(setTimeout(() => names.push('long and cleared'), 500));
    setTimeout((name: string) => names.push(name), 499, 'short');
    clearTimeout(setTimeout(() => names.push('short and cleared'), 1));
    requestAnimationFrame(() => names.push('frame'));
  });
  await expect.poll(fired).toEqual(['frame', 'short']);
  // A native timer of the same length is over.
  await page.evaluate(() => new Promise((resolve) => void setTimeout(() => setTimeout(resolve, 499), 499)));
  expect(await fired()).toEqual(['frame', 'short']);
  expect(await page.evaluate(() => Date.now())).toBe(NOON);

  await page.clock.fastForward(500);
  expect(await fired()).toEqual(['frame', 'short', 'long']);
  expect(await page.evaluate(() => Date.now())).toBe(NOON + 500);
});

test('a page that the browser opens next has the same clock', async ({ page }) => {
  await stopClockAt(page, NOON);
  await page.goto('about:blank');
  await page.clock.fastForward(60_000);
  await page.goto('data:text/html,<title>next</title>');
  expect(await page.evaluate(() => Date.now())).toBe(NOON + 60_000);
  await page.evaluate(() => {
    setTimeout(() => (document.title = 'long'), 500);
    setTimeout(() => (document.title = 'short'), 1);
  });
  await expect(page).toHaveTitle('short');
  await page.clock.fastForward(500);
  await expect(page).toHaveTitle('long');
});

test('a call whose response comes after its time limit does not time out', async ({ page }) => {
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body: 'a page' }));
  let respond: () => void = () => {};
  const gate = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/call', async (route) => {
    await gate;
    await route.fulfill({ body: 'late' }).catch(() => {}); // a call that timed out has no response
  });
  await stopClockAt(page, NOON);
  await page.goto('http://localhost/site');
  await page.evaluate(() => {
    const call = new XMLHttpRequest();
    call.open('GET', '/call');
    call.timeout = 1;
    for (const end of ['load', 'timeout', 'error'])
      call.addEventListener(end, () => (document.title = `${end} ${call.responseText}`));
    call.send();
  });
  // Longer than the limit, whether the clock is advanced or not.
  await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 499)));
  await page.clock.fastForward(500);
  respond();
  await expect(page).toHaveTitle('load late');
});

test('a clock stands only at whole seconds: the rest of a second is never a short timer', async ({
  page,
}) => {
  await expect(stopClockAt(page, NOON + 1)).rejects.toThrow(/whole seconds/);
  await stopClockAt(page, NOON);
  await expect(advanceClock(page, 1_500)).rejects.toThrow(/whole seconds/);
  await page.goto('about:blank');
  await advanceClock(page, 2_000);
  expect(await page.evaluate(() => Date.now())).toBe(NOON + 2_000);
});
