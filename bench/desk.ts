import { chromium, type Page, type Locator } from '@playwright/test';
import { loadText, median, printTable } from './figures.ts';
import { throttleCpu, CPU_SLOWDOWN, measurePaint } from './touch.ts';

const ROOMS = 60;
const SLOTS = 48;
const REPEATS = 15;
/** Each room has a one-hour booking from each of these slots on, like on a busy day. */
const BOOKING_STARTS = [16, 20, 24, 28, 32, 36];

const slotTime = (slot: number) =>
  `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`;

/** Answers the call for a day plan with 60 rooms. */
const mockDayPlan = (page: Page) =>
  page.route('**/api/desk/day/**', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { rooms: { name: string }[] } };
    const rooms = Array.from({ length: ROOMS }, (_, n) => ({
      ...data.rooms[n % data.rooms.length],
      id: n + 1,
      name: `${data.rooms[n % data.rooms.length]?.name} ${n + 1}`,
    }));
    const entries = rooms.flatMap(({ id }) =>
      BOOKING_STARTS.map((start) => ({
        kind: 'booking',
        id: `00000000-0000-4000-8000-${String(id * 100 + start).padStart(12, '0')}`,
        room_id: id,
        start_time: slotTime(start),
        end_time: slotTime(start + 2),
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

/** The longest task after an interaction. The browser reports only tasks over 50 ms. */
const longTaskText = (ms: number) => (ms === 0 ? '< 50' : ms.toFixed(0));

/** Measures the time from an interaction to the next paint, on the day plan of 60 rooms with 48 slots each. */
export async function measureDesk(
  url: string,
  { executablePath, env }: { executablePath: string; env: NodeJS.ProcessEnv },
) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const rows: (string | number)[][] = [];
  try {
    await mockDayPlan(page);
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
      const tasks = [] as number[];
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      });
      return tasks;
    });
    const takeLongTasks = () => longTasks.evaluate((tasks) => tasks.splice(0));
    await throttleCpu(page);

    // Waits until the last row of the plan is rendered. The pause lets a dialog render its fields.
    const waitUntilIdle = async () => {
      await page.locator('[data-flow="dayPlan"][aria-busy="false"]').waitFor();
      await page.locator('[role=grid] [role=row]').nth(ROOMS).waitFor();
      await page.waitForTimeout(500);
    };
    const measure = async (label: string, touch: () => Promise<unknown>, after: () => Promise<void>) => {
      const durations = [];
      const longest = [];
      for (let n = 0; n < REPEATS; n += 1) {
        await takeLongTasks();
        durations.push(Number(await touch()));
        await waitUntilIdle();
        longest.push(Math.max(0, ...(await takeLongTasks())));
        await after();
        await page.waitForTimeout(200);
      }
      rows.push([
        ROOMS,
        label,
        median(durations).toFixed(1),
        Math.max(...durations).toFixed(1),
        longTaskText(median(longest)),
        longTaskText(Math.max(...longest)),
        durations.length,
        loadText(),
      ]);
    };
    const doNothing = async () => {};
    const closeDialog = async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const pressKey = (name: string) => () =>
      grid.locator('[tabindex="0"]').evaluate(measurePaint, { key: name });
    const click = (button: Locator) => () => button.evaluate(measurePaint, {});

    await measure('arrow key, next slot', pressKey('ArrowRight'), doNothing);
    await measure('arrow key, next room', pressKey('ArrowDown'), doNothing);
    await measure('free slot, opens its form', click(grid.locator('.free').nth(20)), closeDialog);
    await measure('booking, opens it', click(grid.locator('.booking').nth(20)), closeDialog);
    let name = 'Previous day';
    await measure(
      'next or previous day',
      () => {
        name = name === 'Next day' ? 'Previous day' : 'Next day';
        return click(page.getByRole('link', { name }))();
      },
      doNothing,
    );
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await browser.close();
  }
  console.log(
    `\nDesk: from a touch to the next paint, processor slowed down ${CPU_SLOWDOWN} times, 1440 × 900`,
  );
  printTable(['rooms', 'touch', 'median ms', 'worst ms', 'longest task, median', 'worst', 'times', ''], rows);
}
