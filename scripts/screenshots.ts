// `npm run screenshots`: takes the pages and states of screenshotStates.ts, at 360, 768 and 1440 px, in the light and the dark
// colour scheme, as PNG files in screenshots/. `-- --only booking` takes those whose name contains the word,
// `-- --only booking,tablet` those whose name contains one of the words.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { buildIfStale } from './build.mjs';
import { startServer } from './builtServer.ts';
import { accounts, shots, type Shot, type Device } from './screenshotStates.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: 'string', default: '' } },
});

const nameFilters = values.only.split(',');

const TARGET = 'screenshots';
const widths = { phone: 360, tablet: 768, desktop: 1440 };
const devices = Object.keys(widths) as Device[];
const schemes = ['light', 'dark'] as const;

/** Scrolls through the page, because lazy content is loaded and painted only near the viewport. */
async function loadLazyContent(page: Page) {
  const height = await page.evaluate(() => {
    const skipped = document.querySelectorAll('li, section, div') as NodeListOf<HTMLElement>;
    for (const item of skipped) item.style.contentVisibility = 'visible';
    // A picture of the whole page needs no space for a scroll bar.
    document.documentElement.style.scrollbarGutter = 'auto';
    return document.documentElement.scrollHeight;
  });
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
  await page.evaluate(async () => {
    for (const image of document.images) if (image.complete) await image.decode().catch(() => undefined);
  });
}

/** Registers a new guest for each picture: the unpaid holds of another guest would count for some minutes. */
async function newGuest(): Promise<{ email: string; password: string }> {
  guests += 1;
  const guest = { ...accounts.guest, email: `guest-${guests}@example.com` };
  const response = await fetch(`${server.url}/api/user/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...guest, first_name: 'Gautam', last_name: 'Raman', phone: '+919840012345' }),
  });
  if (response.status !== 201) throw new Error(`no guest could be registered: ${response.status}`);
  return guest;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/');
}

buildIfStale();
mkdirSync(TARGET, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-screenshots-'));
const server = await startServer({
  DATA_DIR: dataDir,
  RATE_LIMIT_LOGIN: '100000',
  RATE_LIMIT_REGISTER: '100000',
  RATE_LIMIT_RESET: '100000',
  RATE_LIMIT_ORDER: '100000',
  UNPAID_HOURS_NETWORK: '100000',
});
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
let failedCount = 0;
let guests = 0;

async function takeScreenshot(
  { name, path, account, prepare, wholePage = true, ...shot }: Shot,
  device: Device,
  colorScheme: 'light' | 'dark',
) {
  const file = `${name}-${device}-${colorScheme}.png`;
  if (!nameFilters.some((word) => file.includes(word)) || (shot.device ?? device) !== device) return;
  const isPhone = device === 'phone';
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: widths[device], height: isPhone ? 740 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  const page = await context.newPage();
  try {
    if (account) await signIn(page, account === 'guest' ? await newGuest() : accounts[account]);
    if (path) await page.goto(path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    if (wholePage) {
      // A hovered element would look different.
      await page.mouse.move(0, 0);
      await loadLazyContent(page);
    }
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(TARGET, file), fullPage: wholePage });
    console.log(file);
  } catch (error) {
    failedCount += 1;
    console.error(`${file} could not be taken: ${String(error).split('\n')[0]}`);
  }
  await context.close();
}

try {
  for (const device of devices) {
    await Promise.all(
      schemes.map(async (scheme) => {
        for (const shot of shots) await takeScreenshot(shot, device, scheme);
      }),
    );
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failedCount === 0 ? 0 : 1);
