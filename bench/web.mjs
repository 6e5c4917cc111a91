// @ts-check
// `npm run bench:web`: Lighthouse (mobile and desktop presets) on every public page of the built site, and how long it
// takes from a click to the next paint on a processor slowed down four times, with 12 rooms on the page and with 200.
// The same for the day plan of the desk with 60 rooms. And how long the start of each page blocks input. `-- --rounds N` measures
// more often; `-- --only lighthouse`, `--only blocking`, `--only clicks` or `--only desk` does a part; `--page /blog` one page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { buildIfStale } from '../scripts/build.mjs';
import { measureBlocking } from './blocking.mjs';
import { load, machine, median, printTable } from './figures.mjs';
import { startServer } from '../scripts/builtServer.mjs';
import { measureDesk } from './desk.mjs';
import { tool } from './tools.mjs';
import { slowDown, SLOWDOWN, untilPainted } from './touch.mjs';

process.chdir(join(import.meta.dirname, '..'));

const PAGES = [
  '/',
  '/about-us',
  '/blog',
  '/blog/1',
  '/meeting-room',
  '/event-training',
  '/login',
  '/join-us',
];
const CLICKS = 15;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' }, page: { type: 'string' } },
});
const rounds = Number(values.rounds);
if (!(rounds >= 1) || !['lighthouse', 'blocking', 'clicks', 'desk', undefined].includes(values.only)) {
  console.error('--rounds must be a number above zero, --only lighthouse, blocking, clicks or desk.');
  process.exit(2);
}

const pages = values.page === undefined ? PAGES : [values.page];

/** @param {string} url @param {string} executablePath */
async function measurePages(url, executablePath) {
  const { default: lighthouse, desktopConfig } = await tool('lighthouse');
  const chrome = await (
    await tool('chrome-launcher')
  ).launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', '--no-sandbox'],
    logLevel: 'silent',
  });
  /** @type {(string | number)[][]} */
  const rows = [];
  try {
    for (const page of pages) {
      for (const preset of ['mobile', 'desktop']) {
        /** @type {any[]} */
        const results = [];
        for (let round = 0; round < rounds; round += 1) {
          const { lhr } = await lighthouse(
            url + page,
            { port: chrome.port, output: 'json', logLevel: 'silent' },
            preset === 'desktop' ? desktopConfig : undefined,
          );
          results.push(lhr);
        }
        const middle = (/** @type {(lhr: any) => number} */ of) => median(results.map(of));
        const score = (/** @type {string} */ category) =>
          Math.round(100 * middle((lhr) => lhr.categories[category].score));
        const audit = (/** @type {string} */ name) => middle((lhr) => lhr.audits[name].numericValue ?? 0);
        const bytes = (/** @type {(request: any) => boolean} */ which) =>
          middle((lhr) =>
            lhr.audits['network-requests'].details.items
              .filter(which)
              .reduce(
                (/** @type {number} */ sum, /** @type {any} */ item) => sum + (item.transferSize ?? 0),
                0,
              ),
          );
        rows.push([
          page,
          preset,
          score('performance'),
          score('accessibility'),
          score('best-practices'),
          score('seo'),
          Math.round(audit('first-contentful-paint')),
          Math.round(audit('largest-contentful-paint')),
          Math.round(audit('total-blocking-time')),
          audit('cumulative-layout-shift').toFixed(3),
          Math.round(audit('speed-index')),
          Math.round(bytes(() => true) / 1000),
          Math.round(bytes((item) => item.resourceType === 'Script') / 1000),
          load(),
        ]);
        const lost = Object.values(results.at(-1).audits)
          .filter(
            ({ score: of, scoreDisplayMode }) => of !== null && of < 0.9 && scoreDisplayMode === 'binary',
          )
          .map(({ id }) => id);
        if (lost.length > 0) console.log(`${page} ${preset}: ${lost.join(', ')}`);
      }
    }
  } finally {
    chrome.kill();
  }
  console.log(`\nLighthouse, medians of ${rounds}; times in ms, sizes in kB as transferred`);
  printTable(
    ['page', 'preset', 'perf', 'a11y', 'best', 'SEO', 'FCP', 'LCP', 'TBT', 'CLS', 'SI', 'all', 'JS', ''],
    rows,
  );
}

/**
 * Answers the calls about rooms as a site with `count` rooms would: the real answers, repeated.
 * @param {import('@playwright/test').Page} page @param {number} count
 */
async function pretendRooms(page, count) {
  await page.route('**/api/member/meeting-room/list/**', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const rooms = Array.from({ length: count }, (_, n) => ({
      ...data[n % data.length],
      id: n + 1,
      room_name: `${data[n % data.length].room_name} ${n + 1}`,
    }));
    await route.fulfill({ response, json: { data: rooms } });
  });
  await page.route('**/api/member/meeting-room/una-slots/', (route) =>
    route.fulfill({
      json: {
        data: Object.fromEntries(
          Array.from({ length: count }, (_, n) => [n + 1, { time: ['09:00:00', '12:30:00', '15:00:00'] }]),
        ),
      },
    }),
  );
}

/** Runs in the page: counts the cards of rooms in which the next click changes anything. */
const watchCards = () => {
  const changed = new Set();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      changed.add(element?.closest('article') ?? 'elsewhere');
    }
  });
  observer.observe(document.querySelector('main') ?? document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  Object.assign(globalThis, {
    changedCards: () => [...changed].filter((card) => card !== 'elsewhere').length,
  });
};

/** @param {string} url @param {{executablePath: string, env: NodeJS.ProcessEnv}} found */
async function measureClicks(url, { executablePath, env }) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  /** @type {(string | number)[][]} */
  const rows = [];
  /** @param {number} count @param {string} what @param {unknown[]} took */
  const note = (count, what, took) => {
    const sorted = took.map(Number).sort((a, b) => a - b);
    rows.push([
      count,
      what,
      median(sorted).toFixed(1),
      (sorted.at(-1) ?? 0).toFixed(1),
      sorted.length,
      load(),
    ]);
  };
  try {
    for (const count of [12, 200]) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await pretendRooms(page, count);
      await page.goto(`${url}/meeting-room`);
      const tomorrow = new Date(Date.now() + 5.5 * 3_600_000 + 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('Date', { exact: true }).fill(tomorrow.split('-').reverse().join('/'));
      await page.getByRole('button', { name: 'View Slots' }).click();
      const cards = page.getByRole('article');
      await cards.nth(count - 1).waitFor({ state: 'attached' });
      await cards.first().getByRole('gridcell').first().waitFor();
      await page.waitForTimeout(1500);
      await slowDown(page);

      const free = await cards.first().getByRole('gridcell', { name: /free/ }).all();
      const took = [];
      for (const option of free.slice(0, CLICKS)) {
        took.push(await option.evaluate(untilPainted, {}));
        await page.waitForTimeout(120);
      }
      note(count, 'slot', took);

      await page.evaluate(watchCards);
      await cards.nth(1).getByRole('gridcell', { name: /free/ }).first().evaluate(untilPainted, {});
      const changed = await page.evaluate('changedCards()');
      console.log(`${count} rooms on the page: a click on a slot changed ${changed} of their cards`);

      const menu = page.getByRole('button', { name: /menu/i }).first();
      const opened = [];
      for (let n = 0; n < 5; n += 1) {
        opened.push(await menu.evaluate(untilPainted, {}));
        await page.waitForTimeout(600);
        await page.keyboard.press('Escape');
        await page.waitForTimeout(600);
      }
      note(count, 'menu', opened);

      const booked = [];
      for (let n = 0; n < 5; n += 1) {
        booked.push(
          await cards
            .first()
            .getByRole('button', { name: /^Book now/ })
            .evaluate(untilPainted, {}),
        );
        await page.waitForURL('**/booking');
        await page.goBack();
        await cards
          .first()
          .getByRole('button', { name: /^Book now/ })
          .waitFor();
        await page.waitForTimeout(800);
      }
      note(count, 'Book now', booked);
      await page.close();
    }
    rows.push(...(await measureTabs(browser, url)), ...(await measureTyping(browser, url)));
  } finally {
    await browser.close();
  }
  console.log(`\nFrom a click to the next paint, processor slowed down ${SLOWDOWN} times, phone`);
  printTable(['rooms', 'click', 'median ms', 'worst ms', 'clicks', ''], rows);
}

/** The page buttons of the blog stand for tabs: they change what a page shows. @param {import('@playwright/test').Browser} browser @param {string} url */
async function measureTabs(browser, url) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${url}/login`);
  await page.getByLabel('Email Address').fill('member@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Member-2025!');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/my-bookings`);
  const tab = page.getByRole('tab').first();
  await tab.waitFor();
  await slowDown(page);
  const took = [];
  for (let n = 0; n < 5; n += 1) {
    took.push(Number(await tab.evaluate(untilPainted, {})));
    await page.waitForTimeout(300);
  }
  await page.close();
  return [['', 'tab', median(took).toFixed(1), Math.max(...took).toFixed(1), took.length, load()]];
}

/** Letters into forms; the field for phone numbers also spaces them. @param {import('@playwright/test').Browser} browser @param {string} url */
async function measureTyping(browser, url) {
  /** @type {(string | number)[][]} */
  const rows = [];
  for (const { path, label } of [
    { path: '/', label: 'Name' },
    { path: '/join-us', label: 'Phone Number' },
  ]) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(url + path);
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await page.waitForTimeout(1500);
    await slowDown(page);
    const took = [];
    for (let n = 0; n < 10; n += 1) {
      took.push(Number(await field.evaluate(untilPainted, { letter: '7' })));
      await page.waitForTimeout(120);
    }
    await page.close();
    rows.push([
      '',
      `a letter, ${label}`,
      median(took).toFixed(1),
      Math.max(...took).toFixed(1),
      took.length,
      load(),
    ]);
  }
  return rows;
}

buildIfStale();
const found = await findBrowser();
console.log(`${machine()}; ${found.describe}`);
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-bench-'));
const server = await startServer({ DATA_DIR: dataDir });
try {
  const does = (/** @type {string} */ part) => values.only === undefined || values.only === part;
  if (does('lighthouse')) await measurePages(server.url, found.executablePath);
  if (does('blocking')) await measureBlocking(server.url, found, pages, rounds);
  if (does('clicks')) await measureClicks(server.url, found);
  if (does('desk')) await measureDesk(server.url, found);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
