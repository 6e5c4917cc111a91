// `npm run bench:web` measures the built site: Lighthouse (mobile and desktop presets) on every public page; the time from a click
// to the next paint on a processor that is slowed down four times, with 12 rooms on the page, with 200, and on the day plan of the
// desk with 60; and how long the start of each page blocks input. `-- --rounds N` measures more often; `-- --only lighthouse`,
// `--only blocking`, `--only clicks` or `--only desk` runs one part; `--page /blog` measures one page; `--compare <revision>` measures the
// pages of another revision in the same run (bench/comparePages.ts).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page, type Browser } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { buildIfStale } from '../scripts/build.mjs';
import { measureBlocking } from './blocking.ts';
import { comparePages } from './comparePages.ts';
import { loadText, describeMachine, median, printTable } from './figures.ts';
import { startServer } from '../scripts/builtServer.ts';
import { measureDesk } from './desk.ts';
import { type LighthouseReport, startLighthouse } from './tools.ts';
import { throttleCpu, CPU_SLOWDOWN, measurePaint } from './touch.ts';

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
  args: process.argv.slice(3),
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    page: { type: 'string' },
    compare: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
if (!(rounds >= 1) || !['lighthouse', 'blocking', 'clicks', 'desk', undefined].includes(values.only)) {
  console.error('--rounds must be a number above zero, --only lighthouse, blocking, clicks or desk.');
  process.exit(2);
}

const pages = values.page === undefined ? PAGES : [values.page];

async function measurePages(url: string, executablePath: string) {
  const { lighthouse, desktopConfig, chrome } = await startLighthouse(executablePath);
  const rows: (string | number)[][] = [];
  try {
    for (const page of pages) {
      for (const preset of ['mobile', 'desktop']) {
        const results: LighthouseReport[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const { lhr } = await lighthouse(
            url + page,
            { port: chrome.port, output: 'json', logLevel: 'silent' },
            preset === 'desktop' ? desktopConfig : undefined,
          );
          results.push(lhr);
        }
        const medianOf = (valueOf: (lhr: LighthouseReport) => number) => median(results.map(valueOf));
        const score = (category: string) =>
          Math.round(100 * medianOf((lhr) => lhr.categories[category]?.score ?? 0));
        const audit = (name: string) => medianOf((lhr) => lhr.audits[name]?.numericValue ?? 0);
        const bytes = (isCounted: (request: { resourceType?: string }) => boolean) =>
          medianOf((lhr) =>
            (lhr.audits['network-requests']?.details?.items ?? [])
              .filter(isCounted)
              .reduce((sum, item) => sum + (item.transferSize ?? 0), 0),
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
          loadText(),
        ]);
        const failedAudits = Object.values(results.at(-1)?.audits ?? {})
          .filter(
            ({ score: value, scoreDisplayMode }) =>
              value !== null && value < 0.9 && scoreDisplayMode === 'binary',
          )
          .map(({ id }) => id);
        if (failedAudits.length > 0) console.log(`${page} ${preset}: ${failedAudits.join(', ')}`);
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

/** Answers the calls about rooms with `count` rooms: the real rooms, repeated. */
async function mockRooms(page: Page, count: number) {
  await page.route('**/api/member/meeting-room/list/**', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { room_name: string }[] };
    const rooms = Array.from({ length: count }, (_, n) => ({
      ...data[n % data.length],
      id: n + 1,
      room_name: `${data[n % data.length]?.room_name} ${n + 1}`,
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

/** Runs in the page: counts the room cards that the next click changes. */
const countChangedCards = () => {
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

async function measureClicks(
  url: string,
  { executablePath, env }: { executablePath: string; env: NodeJS.ProcessEnv },
) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const rows: (string | number)[][] = [];
  const addRow = (count: number, label: string, durations: unknown[]) => {
    const sorted = durations.map(Number).sort((a, b) => a - b);
    rows.push([
      count,
      label,
      median(sorted).toFixed(1),
      (sorted.at(-1) ?? 0).toFixed(1),
      sorted.length,
      loadText(),
    ]);
  };
  try {
    for (const count of [12, 200]) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await mockRooms(page, count);
      await page.goto(`${url}/meeting-room`);
      const tomorrow = new Date(Date.now() + 5.5 * 3_600_000 + 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('Date', { exact: true }).fill(tomorrow.split('-').reverse().join('/'));
      await page.getByRole('button', { name: 'View Slots' }).click();
      const cards = page.getByRole('article');
      await cards.nth(count - 1).waitFor({ state: 'attached' });
      await cards.first().getByRole('gridcell').first().waitFor();
      await page.waitForTimeout(1500);
      await throttleCpu(page);

      const free = await cards.first().getByRole('gridcell', { name: /free/ }).all();
      const durations = [];
      for (const option of free.slice(0, CLICKS)) {
        durations.push(await option.evaluate(measurePaint, {}));
        await page.waitForTimeout(120);
      }
      addRow(count, 'slot', durations);

      await page.evaluate(countChangedCards);
      await cards.nth(1).getByRole('gridcell', { name: /free/ }).first().evaluate(measurePaint, {});
      const changed = await page.evaluate<number>('changedCards()');
      console.log(`${count} rooms on the page: a click on a slot changed ${changed} of their cards`);

      const menu = page.getByRole('button', { name: /menu/i }).first();
      const menuDurations = [];
      for (let n = 0; n < 5; n += 1) {
        menuDurations.push(await menu.evaluate(measurePaint, {}));
        await page.waitForTimeout(600);
        await page.keyboard.press('Escape');
        await page.waitForTimeout(600);
      }
      addRow(count, 'menu', menuDurations);

      const bookDurations = [];
      for (let n = 0; n < 5; n += 1) {
        bookDurations.push(
          await cards
            .first()
            .getByRole('button', { name: /^Book now/ })
            .evaluate(measurePaint, {}),
        );
        await page.waitForURL('**/booking');
        await page.goBack();
        await cards
          .first()
          .getByRole('button', { name: /^Book now/ })
          .waitFor();
        await page.waitForTimeout(800);
      }
      addRow(count, 'Book now', bookDurations);
      await page.close();
    }
    rows.push(...(await measureTabs(browser, url)), ...(await measureTyping(browser, url)));
  } finally {
    await browser.close();
  }
  console.log(`\nFrom a click to the next paint, processor slowed down ${CPU_SLOWDOWN} times, phone`);
  printTable(['rooms', 'click', 'median ms', 'worst ms', 'clicks', ''], rows);
}

/** The tabs of My bookings. */
async function measureTabs(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${url}/login`);
  await page.getByLabel('Email Address').fill('member@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Member-2025!');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/my-bookings`);
  const tab = page.getByRole('tab').first();
  await tab.waitFor();
  await throttleCpu(page);
  const durations = [];
  for (let n = 0; n < 5; n += 1) {
    durations.push(Number(await tab.evaluate(measurePaint, {})));
    await page.waitForTimeout(300);
  }
  await page.close();
  return [
    [
      '',
      'tab',
      median(durations).toFixed(1),
      Math.max(...durations).toFixed(1),
      durations.length,
      loadText(),
    ],
  ];
}

/** Typing into forms; the phone field also formats the number. */
async function measureTyping(browser: Browser, url: string) {
  const rows: (string | number)[][] = [];
  for (const { path, label } of [
    { path: '/', label: 'Name' },
    { path: '/join-us', label: 'Phone Number' },
  ]) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(url + path);
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await page.waitForTimeout(1500);
    await throttleCpu(page);
    const durations = [];
    for (let n = 0; n < 10; n += 1) {
      durations.push(Number(await field.evaluate(measurePaint, { letter: '7' })));
      await page.waitForTimeout(120);
    }
    await page.close();
    rows.push([
      '',
      `a letter, ${label}`,
      median(durations).toFixed(1),
      Math.max(...durations).toFixed(1),
      durations.length,
      loadText(),
    ]);
  }
  return rows;
}

buildIfStale();
const installedBrowser = await findBrowser();
console.log(`${describeMachine()}; ${installedBrowser.describe}`);
if (values.compare !== undefined) {
  await comparePages(values.compare, rounds, installedBrowser.executablePath);
  process.exit();
}
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-bench-'));
const server = await startServer({ DATA_DIR: dataDir });
try {
  const isSelected = (part: string) => values.only === undefined || values.only === part;
  if (isSelected('lighthouse')) await measurePages(server.url, installedBrowser.executablePath);
  if (isSelected('blocking')) await measureBlocking(server.url, installedBrowser, pages, rounds);
  if (isSelected('clicks')) await measureClicks(server.url, installedBrowser);
  if (isSelected('desk')) await measureDesk(server.url, installedBrowser);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
