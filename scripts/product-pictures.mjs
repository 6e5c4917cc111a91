// @ts-check
// `npm run product-pictures`: the home page shows the product itself; this takes the masters of those pictures from the
// running site. Run it when the screens have changed, then `npm run images`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { startServer } from './builtServer.mjs';

const ROOM = 'Marina Huddle';
const HALF_HOURS = ['11:00 to 11:30 AM', '11:30 AM to 12:00 PM', '12:00 to 12:30 PM'];

buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-pictures-'));
const server = await startServer({ DATA_DIR: dataDir });
const { url } = server;

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });

/**
 * A new visitor in the light scheme with chosen slots of the room. @param {{ width: number, height: number, scale:
 * number }} screen
 */
async function chooseRoom({ width, height, scale }) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: width < 500,
    isMobile: width < 500,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${url}/meeting-room`);
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByLabel('Headcount').fill('4');
  await page.getByRole('combobox', { name: 'Start time' }).click();
  await page.getByRole('option', { name: '10:00 AM', exact: true }).click();
  await page.getByRole('button', { name: 'View Slots' }).click();
  const card = page.getByRole('article', { name: ROOM });
  for (const name of HALF_HOURS) {
    await card.getByRole('gridcell', { name: new RegExp(`^${name},`) }).click();
  }
  return { page, card };
}

/**
 * Takes what is on the screen, once its pictures are there and nobody's focus is.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {number} top where the screen begins on the page
 * @param {{ x: number, y: number, width: number, height: number }} [clip]
 */
async function take(page, name, top, clip) {
  await page.mouse.move(0, 0);
  await page.evaluate((y) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, y);
  }, top);
  await page.waitForLoadState('networkidle');
  await delay(500);
  const picture = await page.screenshot(clip ? { clip } : {});
  // All colours in full: small coloured letters blur otherwise.
  await sharp(picture)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toFile(`assets/${name}.jpg`);
}

/** @param {import('@playwright/test').Locator} part */
const topOf = (part) => part.evaluate((element) => element.getBoundingClientRect().top + scrollY);

const wide = await chooseRoom({ width: 1120, height: 1000, scale: 1.5 });
const results = wide.page.getByRole('heading', { name: /^\d+ rooms/ });
// Below the bar, which stays at the top, and without the window's scroll bar.
await take(wide.page, 'screen-rooms', (await topOf(results)) - 110, {
  x: 0,
  y: 80,
  width: 1104,
  height: 736,
});

const phone = await chooseRoom({ width: 390, height: 844, scale: 2 });
await take(phone.page, 'screen-slots', (await topOf(phone.card)) - 80);
await phone.card.getByRole('button', { name: /^Book now/ }).click();
const pay = phone.page.getByRole('button', { name: 'CONFIRM', exact: true });
await pay.waitFor();
await take(phone.page, 'screen-booking', (await topOf(pay)) - 700);

await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
