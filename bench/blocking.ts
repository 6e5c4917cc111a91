import { chromium, type Browser } from '@playwright/test';
import { loadText, median, printTable } from './figures.ts';

/** The slowdown of Lighthouse's mobile preset. */
const CPU_SLOWDOWN = 4;
/** A task of the main thread that takes longer than this blocks input, by Lighthouse's definition. */
const LONG_TASK_MS = 50;
/** How long a page is traced after its load event. */
const OBSERVED_MS = 4_000;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args: { name?: string };
}

/** The blocking times and the longest task of one page visit, in ms of a phone. */
interface PageVisit {
  blocking: number;
  afterPaint: number;
  longest: number;
}

/**
 * @returns the sum of the time beyond LONG_TASK_MS of each task
 * @param tasks in ms
 */
const blockingOf = (tasks: readonly number[]): number =>
  tasks.reduce((sum, task) => sum + Math.max(0, task - LONG_TASK_MS), 0);

/**
 * Traces one visit of a page on a phone's screen. `blocking` covers the whole visit; `afterPaint` starts at the first paint, like
 * Lighthouse's total blocking time.
 */
async function traceVisit(browser: Browser, url: string): Promise<PageVisit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  });
  await page.goto(url);
  await page.waitForTimeout(OBSERVED_MS);
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
    .map(({ ts, tdur = 0 }) => ({ ts, ms: (tdur / 1000) * CPU_SLOWDOWN }));
  return {
    blocking: blockingOf(tasks.map(({ ms }) => ms)),
    afterPaint: blockingOf(tasks.filter(({ ts }) => ts >= firstPaint.ts).map(({ ms }) => ms)),
    longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
  };
}

/**
 * Measures how long a phone's main thread is blocked while a page starts, by the processor time of its tasks. Lighthouse measures
 * wall-clock time, which on a busy machine includes the time of other programs.
 */
export async function measureBlocking(
  url: string,
  { executablePath, env }: { executablePath: string; env: NodeJS.ProcessEnv },
  pages: readonly string[],
  rounds: number,
) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const rows: (string | number)[][] = [];
  try {
    for (const page of pages) {
      const visits: PageVisit[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await traceVisit(browser, url + page));
      const sorted = (key: 'blocking' | 'afterPaint') =>
        visits.map((visit) => Math.round(visit[key])).sort((a, b) => a - b);
      const afterPaint = sorted('afterPaint');
      rows.push([
        page,
        median(afterPaint),
        afterPaint.join(' '),
        median(sorted('blocking')),
        Math.round(median(visits.map(({ longest }) => longest))),
        loadText(),
      ]);
    }
  } finally {
    await browser.close();
  }
  console.log(
    `\nBlocking time at the start, ms of processor time × ${CPU_SLOWDOWN} beyond ${LONG_TASK_MS} ms a task; medians of ${rounds}`,
  );
  printTable(['page', 'after the first paint', 'each', 'whole start', 'longest task', ''], rows);
}
