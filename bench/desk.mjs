// @ts-check
import { chromium } from '@playwright/test';
import { load, median, printTable } from './figures.mjs';
import { slowDown, SLOWDOWN, untilPainted } from './touch.mjs';

const ROOMS = 60;
const SLOTS = 48;
const TIMES = 15;
/** Each room is booked for an hour from these slots on; half of them, so that there is as much to write as on a busy day. */
const STARTS = [16, 20, 24, 28, 32, 36];

/** @param {number} slot */
const time = (slot) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`;

/**
 * Answers the call for a day as a house with 60 rooms would. @param {import('@playwright/test').Page} page
 */
const pretendRooms = (page) =>
  page.route('**/api/desk/day/**', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const rooms = Array.from({ length: ROOMS }, (_, n) => ({
      ...data.rooms[n % data.rooms.length],
      id: n + 1,
      name: `${data.rooms[n % data.rooms.length].name} ${n + 1}`,
    }));
    const entries = rooms.flatMap(({ id }) =>
      STARTS.map((start) => ({
        kind: 'booking',
        id: `00000000-0000-4000-8000-${String(id * 100 + start).padStart(12, '0')}`,
        room_id: id,
        start_time: time(start),
        end_time: time(start + 2),
        who: 'Meera Raman',
        until: null,
        paid_with: 'card',
        method: 'card',
        amount: '590.00',
        arrival: start < 20 ? 'arrived' : null,
        has_note: start === 24,
      })),
    );
    await route.fulfill({ response, json: { data: { ...data, rooms, entries } } });
  });

/** The longest task from a touch until the page has nothing left to do: a browser names those over 50 ms. @param {number} ms */
const longTask = (ms) => (ms === 0 ? '< 50' : ms.toFixed(0));

/**
 * From a touch to the next paint on the day plan of 60 rooms with 48 slots each.
 * @param {string} url @param {{executablePath: string, env: NodeJS.ProcessEnv}} found
 */
export async function measureDesk(url, { executablePath, env }) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  /** @type {(string | number)[][]} */
  const rows = [];
  try {
    await pretendRooms(page);
    const day = new Date(Date.now() + 5.5 * 3_600_000 + 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${url}/desk?date=${day}`);
    await page.getByLabel('Email Address').fill('desk@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('Desk-2025!');
    await page.getByRole('button', { name: 'Login' }).click();
    const grid = page.getByRole('grid');
    const cells = grid.getByRole('gridcell');
    await grid.getByRole('row').nth(ROOMS).waitFor();
    console.log(
      `${await grid.getByRole('row').count()} rows with ${await cells.count()} cells of ${SLOTS} slots a room`,
    );
    await page.waitForTimeout(1500);
    const longTasks = await page.evaluateHandle(() => {
      const tasks = /** @type {number[]} */ ([]);
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      });
      return tasks;
    });
    const takeLongTasks = () => longTasks.evaluate((tasks) => tasks.splice(0));
    await slowDown(page);

    // A changed day has its last row, and a dialog its fields.
    const settled = async () => {
      await page.locator('[data-flow="dayPlan"][aria-busy="false"]').waitFor();
      await page.locator('[role=grid] [role=row]').nth(ROOMS).waitFor();
      await page.waitForTimeout(500);
    };
    /** @param {string} what @param {() => Promise<unknown>} touch @param {() => Promise<void>} after */
    const measure = async (what, touch, after) => {
      const took = [];
      const longest = [];
      for (let n = 0; n < TIMES; n += 1) {
        await takeLongTasks();
        took.push(Number(await touch()));
        await settled();
        longest.push(Math.max(0, ...(await takeLongTasks())));
        await after();
        await page.waitForTimeout(200);
      }
      rows.push([
        ROOMS,
        what,
        median(took).toFixed(1),
        Math.max(...took).toFixed(1),
        longTask(median(longest)),
        longTask(Math.max(...longest)),
        took.length,
        load(),
      ]);
    };
    const nothing = async () => {};
    const close = async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const key = (/** @type {string} */ name) => () =>
      grid.locator('[tabindex="0"]').evaluate(untilPainted, { key: name });
    const press = (/** @type {import('@playwright/test').Locator} */ button) => () =>
      button.evaluate(untilPainted, {});

    await measure('arrow key, next slot', key('ArrowRight'), nothing);
    await measure('arrow key, next room', key('ArrowDown'), nothing);
    await measure('free slot, opens its form', press(grid.locator('.free').nth(20)), close);
    await measure('booking, opens it', press(grid.locator('.booking').nth(20)), close);
    let name = 'Previous day';
    await measure(
      'next or previous day',
      () => {
        name = name === 'Next day' ? 'Previous day' : 'Next day';
        return press(page.getByRole('link', { name }))();
      },
      nothing,
    );
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await browser.close();
  }
  console.log(`\nDesk: from a touch to the next paint, processor slowed down ${SLOWDOWN} times, 1440 × 900`);
  printTable(['rooms', 'touch', 'median ms', 'worst ms', 'longest task, median', 'worst', 'times', ''], rows);
}
