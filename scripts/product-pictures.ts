// `npm run product-pictures`: takes the screenshots that the home page shows, as masters in assets/. Run it when the screens have
// changed, then run `npm run images`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from './browser.ts';
import { buildIfStale } from './build.mjs';
import { startServer } from './builtServer.ts';

const ROOM = 'Marina Huddle';
const SLOTS = 3;

buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-pictures-'));
const server = await startServer({ DATA_DIR: dataDir });
const { url } = server;

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });

/** Opens the site as a new visitor in the light colour scheme and chooses slots of the room. */
async function chooseRoom({ width, height, scale }: { width: number; height: number; scale: number }) {
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
  // Which slots the demo's bookings take depends on the day.
  await card.getByRole('gridcell').first().waitFor();
  const names = await card
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ''));
  const isFree = (name: string) => name.includes(', free, ');
  const first = names.findIndex(
    (name, at) => /^1[01]:/.test(name) && names.slice(at, at + SLOTS).every(isFree),
  );
  for (let at = first; at < first + SLOTS; at += 1) await card.getByRole('gridcell').nth(at).click();
  return { page, card };
}

/**
 * Takes a screenshot after the pictures are loaded, without a focused element.
 * @param top the scroll position, in CSS pixels
 */
async function takePicture(
  page: Page,
  name: string,
  top: number,
  clip?: { x: number; y: number; width: number; height: number },
) {
  await page.mouse.move(0, 0);
  await page.evaluate((y) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, y);
  }, top);
  await page.waitForLoadState('networkidle');
  await delay(500);
  const picture = await page.screenshot(clip ? { clip } : {});
  // Without chroma subsampling, which would blur small coloured letters.
  await sharp(picture)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toFile(`assets/${name}.jpg`);
}

const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top + scrollY);

const wide = await chooseRoom({ width: 1120, height: 1000, scale: 1.5 });
const results = wide.page.getByRole('heading', { name: /^\d+ rooms/ });
// The clip leaves out the sticky bar at the top and the scroll bar.
await takePicture(wide.page, 'screen-rooms', (await topOf(results)) - 110, {
  x: 0,
  y: 80,
  width: 1104,
  height: 736,
});

const phone = await chooseRoom({ width: 390, height: 844, scale: 2 });
await takePicture(phone.page, 'screen-slots', (await topOf(phone.card)) - 80);
await phone.card.getByRole('button', { name: /^Book now/ }).click();
const pay = phone.page.getByRole('button', { name: 'CONFIRM', exact: true });
await pay.waitFor();
await takePicture(phone.page, 'screen-booking', (await topOf(pay)) - 700);

await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit();
