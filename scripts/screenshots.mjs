// @ts-check
// `npm run screenshots`: every page and every state worth looking at, at 360, 768 and 1440 px, in the light and in the
// dark, as PNG files in screenshots/. `-- --only booking` takes those whose name holds the word.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { startServer } from './builtServer.mjs';

process.chdir(join(import.meta.dirname, '..'));

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{name: string, path?: string, account?: keyof typeof accounts, prepare?: (page: Page) => Promise<unknown>, wholePage?: boolean}} Shot */

const accounts = {
  member: { email: 'member@example.com', password: 'Member-2025!' },
  guest: { email: 'guest@example.com', password: 'Guest-2025!' },
};
const widths = { phone: 360, tablet: 768, desktop: 1440 };

/** Answers a call of the page with what is given instead of the server's. @param {string} path @param {object} answer */
const answering = (path, answer) => async (/** @type {Page} */ page) => {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ json: answer, status: 'error' in answer ? 503 : 200 }),
  );
};
/** Never answers a call. @param {string} path */
const silent = (path) => (/** @type {Page} */ page) => page.route(`**${path}`, () => undefined);
const away = { error: { code: 'unavailable', message: 'We could not reach the server. Please try again.' } };

/** @param {Page} page */
async function search(page) {
  await page.goto('/meeting-room');
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByRole('button', { name: 'View Slots' }).click();
  await page.getByRole('gridcell').first().waitFor();
}

/** Chooses free half-hours of a room that few have booked and goes to the booking screen. @param {Page} page */
async function book(page) {
  await search(page);
  const card = page.getByRole('article').nth(1);
  await card.getByRole('gridcell', { name: /^4:00 to 4:30 PM/ }).click();
  await card.getByRole('gridcell', { name: /^4:30 to 5:00 PM/ }).click();
  await card.getByRole('button', { name: /^Book now/ }).click();
  await page.getByRole('button', { name: 'CONFIRM', exact: true }).waitFor();
}
const confirm = (/** @type {Page} */ page) =>
  page.getByRole('button', { name: 'CONFIRM', exact: true }).click();

/** @type {Shot[]} */
const shots = [
  { name: 'home', path: '/' },
  {
    name: 'home-enquiry-wrong',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: 'Enquire Now' }).click(),
  },
  { name: 'about', path: '/about-us' },
  { name: 'blog', path: '/blog' },
  { name: 'blog-post', path: '/blog/9' },
  {
    name: 'blog-failed',
    path: '/about-us',
    prepare: async (page) => {
      await answering('/api/blog/**', away)(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  { name: 'events', path: '/event-training' },
  { name: 'rooms', path: '/meeting-room' },
  {
    name: 'rooms-wrong',
    path: '/meeting-room',
    prepare: (page) => page.getByRole('button', { name: 'View Slots' }).click(),
  },
  { name: 'rooms-slots', prepare: search },
  {
    name: 'rooms-loading',
    path: '/about-us',
    prepare: async (page) => {
      await silent('/api/member/meeting-room/list/**')(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Meeting Rooms' }).click();
    },
  },
  {
    name: 'rooms-failed',
    path: '/about-us',
    prepare: async (page) => {
      await answering('/api/member/meeting-room/list/**', away)(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Meeting Rooms' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'rooms-chosen',
    prepare: async (page) => {
      await search(page);
      const card = page.getByRole('article').nth(1);
      await card.getByRole('gridcell', { name: /^4:00 to 4:30 PM/ }).click();
      await card.getByRole('gridcell', { name: /^4:30 to 5:00 PM/ }).click();
    },
  },
  { name: 'booking-none', path: '/meeting-room/booking' },
  { name: 'booking', prepare: book },
  { name: 'booking-member', account: 'member', prepare: book },
  {
    name: 'booking-login',
    prepare: async (page) => {
      await book(page);
      await confirm(page);
      await page.getByRole('dialog').waitFor();
    },
    wholePage: false,
  },
  {
    name: 'booking-payment',
    account: 'guest',
    prepare: async (page) => {
      await book(page);
      await confirm(page);
      await page.frameLocator('iframe.razorpay-checkout-frame').getByLabel('Card number').waitFor();
    },
    wholePage: false,
  },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async (page) => {
      await page.getByLabel('Email Address').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByText('Login failed. Check your credentials.').waitFor();
    },
  },
  { name: 'join', path: '/join-us' },
  {
    name: 'join-wrong',
    path: '/join-us',
    prepare: (page) => page.getByRole('button', { name: 'NEXT' }).click(),
  },
  { name: 'profile', path: '/profile', account: 'member' },
  {
    name: 'profile-loading',
    path: '/profile',
    account: 'member',
    prepare: (page) => reloadWith(page, silent('/api/member/details/**')),
  },
  { name: 'my-bookings', path: '/my-bookings', account: 'member' },
  {
    name: 'my-bookings-empty',
    path: '/my-bookings',
    account: 'member',
    prepare: (page) => reloadWith(page, answering('/api/member/meeting-room/my-bookings/', { data: [] })),
  },
  {
    name: 'my-bookings-failed',
    path: '/my-bookings',
    account: 'member',
    prepare: (page) => reloadWith(page, answering('/api/member/meeting-room/my-bookings/', away)),
  },
  { name: 'not-found', path: '/nowhere' },
  {
    name: 'side-menu',
    path: '/',
    prepare: (page) => page.getByRole('button', { name: /menu/i }).first().click(),
    wholePage: false,
  },
];

/** @param {Page} page @param {(page: Page) => Promise<unknown>} change */
async function reloadWith(page, change) {
  await change(page);
  await page.reload();
}

/** Pictures below the screen are only fetched when somebody comes near them. @param {Page} page */
async function seeAll(page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
}

/** @param {Page} page @param {{email: string, password: string}} account */
async function signIn(page, { email, password }) {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/');
}

buildIfStale();
const target = 'screenshots';
mkdirSync(target, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-screenshots-'));
const server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT_LOGIN: '100000' });
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
let missed = 0;
try {
  for (const [device, width] of Object.entries(widths)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      for (const { name, path, account, prepare, wholePage = true } of shots) {
        const file = `${name}-${device}-${colorScheme}.png`;
        if (!file.includes(values.only)) continue;
        const context = await browser.newContext({
          baseURL: server.url,
          viewport: { width, height: width < 500 ? 740 : 900 },
          colorScheme,
          reducedMotion: 'reduce',
          locale: 'en-GB',
          hasTouch: width < 500,
        });
        const page = await context.newPage();
        try {
          if (account) await signIn(page, accounts[account]);
          if (path) await page.goto(path);
          await page.waitForLoadState('networkidle');
          await prepare?.(page);
          if (wholePage) await seeAll(page);
          await page.waitForTimeout(700);
          await page.screenshot({ path: join(target, file), fullPage: wholePage });
          console.log(file);
        } catch (error) {
          missed += 1;
          console.error(`${file} could not be taken: ${String(error).split('\n')[0]}`);
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(missed === 0 ? 0 : 1);
