// @ts-check
import { chromium } from '@playwright/test';
import { load, median, printTable } from './figures.mjs';

/** As slow as Lighthouse's phone: a task of its main thread that takes longer than this, in ms, blocks input. */
const SLOWDOWN = 4;
const LONG_TASK_MS = 50;
/** How long after the load event a page is watched, in ms. */
const WATCHED_MS = 4_000;

/** @typedef {{name: string, pid: number, tid: number, ts: number, tdur?: number, args: any}} TraceEvent */

/** @typedef {{blocking: number, afterPaint: number, longest: number}} Visit of a page, in ms of a phone */

/** @param {readonly number[]} tasks in ms @returns {number} what of them is beyond a short task */
const blockingOf = (tasks) => tasks.reduce((sum, task) => sum + Math.max(0, task - LONG_TASK_MS), 0);

/**
 * Traces one visit of a page, on a phone's screen: how long it blocks input in the whole, and from its first paint on, which
 * is what Lighthouse counts. @param {import('@playwright/test').Browser} browser @param {string} url
 * @returns {Promise<Visit>}
 */
async function trace(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  // While it is enabled, each `new Error` makes the engine parse the functions on the stack again: React creates five at its start.
  await devTools.send('Runtime.disable');
  /** @type {TraceEvent[]} */
  const events = [];
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(.../** @type {any[]} */ (value)));
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  });
  await page.goto(url);
  await page.waitForTimeout(WATCHED_MS);
  const complete = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
  await devTools.send('Tracing.end');
  await complete;
  await context.close();
  const renderers = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const firstPaint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!firstPaint) throw new Error(`${url} painted nothing`);
  const tasks = events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && renderers.has(`${pid}:${tid}`))
    .map(({ ts, tdur = 0 }) => ({ ts, ms: (tdur / 1000) * SLOWDOWN }));
  return {
    blocking: blockingOf(tasks.map(({ ms }) => ms)),
    afterPaint: blockingOf(tasks.filter(({ ts }) => ts >= firstPaint.ts).map(({ ms }) => ms)),
    longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
  };
}

/**
 * How long a phone's main thread is blocked while a page starts, by the processor time of its tasks. Lighthouse measures
 * by the clock, so that on a busy machine it counts the time that other programs take; this does not.
 * @param {string} url @param {{executablePath: string, env: NodeJS.ProcessEnv}} found
 * @param {readonly string[]} pages @param {number} rounds
 */
export async function measureBlocking(url, { executablePath, env }, pages, rounds) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  /** @type {(string | number)[][]} */
  const rows = [];
  try {
    for (const page of pages) {
      /** @type {Visit[]} */
      const visits = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await trace(browser, url + page));
      const sorted = (/** @type {'blocking' | 'afterPaint'} */ what) =>
        visits.map((visit) => Math.round(visit[what])).sort((a, b) => a - b);
      const afterPaint = sorted('afterPaint');
      rows.push([
        page,
        median(afterPaint),
        afterPaint.join(' '),
        median(sorted('blocking')),
        Math.round(median(visits.map(({ longest }) => longest))),
        load(),
      ]);
    }
  } finally {
    await browser.close();
  }
  console.log(
    `\nBlocking time at the start, ms of processor time × ${SLOWDOWN} beyond ${LONG_TASK_MS} ms a task; medians of ${rounds}`,
  );
  printTable(['page', 'after the first paint', 'each', 'whole start', 'longest task', ''], rows);
}
