import type { Frame, Page } from '@playwright/test';
import { expect, test } from '../site.ts';

/*
 * The sandbox's checkout script and the page that uses it. Its sheet is replaced by one that sends the messages of a test. The
 * script must behave as the provider's own script does in the same situations (docs/sandbox.md).
 */

const SHEET = '**/sandbox/v1/checkout/public';
const RECORDING_SHEET = `<!doctype html><title>Sheet</title><script>
  window.received = [];
  addEventListener('message', ({ data }) => received.push(data.checkout));
  parent.postMessage({ checkout: 'ready' }, location.origin);
</script>`;

interface CallbackRecord {
  readonly name: string;
  readonly data?: unknown;
}
interface Shop extends Window {
  callbacks: CallbackRecord[];
  instance: { open(): unknown; close(): void };
}

/** A page with the script and one instance, all of whose callbacks are recorded in `seen`. */
async function openShop(
  page: Page,
  { key = 'rzp_test_abcdefghij0123' }: { key?: string } = {},
): Promise<void> {
  await page.goto('/about-us');
  await page.addScriptTag({ url: '/sandbox/v1/checkout.js' });
  await page.evaluate((keyId) => {
    type Options = Record<string, unknown>;
    const shop = window as unknown as Shop & { Razorpay: new (options: Options) => Shop['instance'] };
    shop.callbacks = [];
    const record = (name: string) => (data?: unknown) => void shop.callbacks.push({ name, data });
    const instance = new shop.Razorpay({
      key: keyId,
      order_id: 'order_abcdefghij0123',
      amount: 1,
      name: 'Shop',
      handler(this: unknown, data: unknown) {
        record(this === instance ? 'handler' : 'handler with another this')(data);
      },
      modal: { ondismiss: record('ondismiss'), onhidden: record('onhidden') },
    }) as Shop['instance'] & { on(event: string, listener: (data: unknown) => void): void };
    for (const event of ['payment.submit', 'payment.error', 'payment.failed', 'fault.close'])
      instance.on(event, record(event));
    shop.instance = instance;
  }, key);
}

/** The script opens the sheet after `open` has returned. */
async function sheetFrame(page: Page): Promise<Frame> {
  const findFrame = () => page.frames().find((each) => each.url().includes('/checkout/public'));
  await expect.poll(findFrame).toBeDefined();
  return findFrame() as Frame;
}

const open = (page: Page) =>
  page.evaluate(() => {
    const { instance } = window as unknown as Shop;
    return instance.open() === instance;
  });

const sendFromSheet = async (page: Page, checkout: string, data?: object) =>
  (await sheetFrame(page)).evaluate((message) => parent.postMessage(message, location.origin), {
    checkout,
    ...(data && { data }),
  });

const recordedCallbacks = (page: Page) => page.evaluate(() => (window as unknown as Shop).callbacks);
const callbackNames = async (page: Page) => (await recordedCallbacks(page)).map(({ name }) => name);
const overlay = (page: Page) => page.locator('.razorpay-container');
const bodyOverflow = (page: Page) => page.evaluate(() => document.body.style.overflow);

test.describe('the checkout script', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(SHEET, (route) => route.fulfill({ contentType: 'text/html', body: RECORDING_SHEET }));
  });

  test('covers the page, shows that it is a test, locks the scroll, and sends the sheet the order', async ({
    page,
  }) => {
    await openShop(page);
    await expect(overlay(page)).toBeHidden();
    expect(await open(page)).toBe(true);
    await expect(overlay(page)).toBeVisible();
    await expect(page.getByText('Test Mode')).toBeVisible();
    await expect(overlay(page)).toHaveCSS('z-index', '2147483647');
    expect(await bodyOverflow(page)).toBe('hidden');
    await expect
      .poll(async () =>
        (await sheetFrame(page)).evaluate(() => (window as unknown as { received: unknown[] }).received),
      )
      .toEqual([
        expect.objectContaining({
          command: 'open',
          options: expect.objectContaining({ order_id: 'order_abcdefghij0123' }),
        }),
      ]);
  });

  test('stays open after a failed attempt, and the same instance can then be paid, without a dismissal', async ({
    page,
  }) => {
    await page.clock.install();
    await openShop(page);
    await open(page);
    const failure = { error: { code: 'BAD_REQUEST_ERROR', metadata: { order_id: 'order_abcdefghij0123' } } };
    await sendFromSheet(page, 'submit', { method: 'card' });
    await sendFromSheet(page, 'paymenterror', failure);
    await expect
      .poll(() => callbackNames(page))
      .toEqual(['payment.submit', 'payment.error', 'payment.failed']);
    expect((await recordedCallbacks(page)).at(-1)?.data).toEqual(failure);
    await expect(overlay(page)).toBeVisible();

    const paid = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'f' };
    await page.clock.pauseAt(Date.now() + 60_000);
    await sendFromSheet(page, 'complete', paid);
    await expect(overlay(page)).toBeHidden();
    await expect.poll(async () => (await callbackNames(page)).at(-1)).toBe('onhidden');
    // About 200 ms later, like the provider's script.
    await page.clock.runFor(150);
    expect((await callbackNames(page)).at(-1)).toBe('onhidden');
    await page.clock.runFor(150);
    expect((await recordedCallbacks(page)).at(-1)).toMatchObject({ name: 'handler', data: paid });
    expect(await callbackNames(page)).not.toContain('ondismiss');
    expect(await bodyOverflow(page)).toBe('');
  });

  for (const reason of [undefined, 'timeout']) {
    test(`reports a dismissal with the sheet’s reason: ${reason}, and opens again`, async ({ page }) => {
      await openShop(page);
      await open(page);
      await sendFromSheet(page, 'dismiss', { reason });
      await expect.poll(() => callbackNames(page)).toEqual(['onhidden', 'ondismiss']);
      expect((await recordedCallbacks(page)).at(-1)?.data).toBe(reason);
      await expect(overlay(page)).toBeHidden();
      expect(await bodyOverflow(page)).toBe('');
      await open(page);
      await expect(overlay(page)).toBeVisible();
      await expect(page.locator('iframe.razorpay-checkout-frame')).toHaveCount(1);
    });
  }

  test('fails with an alert and fault.close alone, and leaves the page’s scroll locked', async ({ page }) => {
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    await openShop(page);
    await open(page);
    await sendFromSheet(page, 'fault', { error: { description: 'The id provided does not exist' } });
    await expect.poll(() => alerts).toEqual(['Oops! Something went wrong.\nThe id provided does not exist']);
    await expect(overlay(page)).toBeHidden();
    expect(await bodyOverflow(page)).toBe('hidden');
    expect(await callbackNames(page)).not.toContain('ondismiss');
    expect(await callbackNames(page)).toContain('fault.close');
  });

  test('ignores messages of other windows', async ({ page }) => {
    await openShop(page);
    await open(page);
    await page.evaluate(() => window.postMessage({ checkout: 'complete', data: {} }, location.origin));
    await sendFromSheet(page, 'submit', { method: 'card' });
    await expect.poll(() => callbackNames(page)).toEqual(['payment.submit']);
    await expect(overlay(page)).toBeVisible();
  });

  test('rejects the same options as the provider’s when it is created, and not the amount', async ({
    page,
  }) => {
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    await openShop(page);
    const outcomes = await page.evaluate(() => {
      const { Razorpay } = window as unknown as { Razorpay: new (options?: object) => object };
      const create = (options?: object): string => {
        try {
          return new Razorpay(options) instanceof Razorpay ? 'made' : 'something else';
        } catch (error) {
          return (error as Error).message;
        }
      };
      const notes = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`note${n}`, 'x']));
      return [
        create(),
        create({ key: 'k', notes }),
        create({ key: 'k', currency: 'XXX' }),
        create({ key: 'k', amount: -1 }),
      ];
    });
    expect(outcomes).toEqual([
      'No key passed',
      expect.stringContaining('15 notes'),
      expect.stringContaining('currency'),
      'made',
    ]);
    expect(alerts).toHaveLength(2);
  });
});

test('the checkout script with a blocked sheet reports nothing and covers the page', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED .*\/sandbox\/v1\/checkout\/public/);
  await page.route(SHEET, (route) => route.abort());
  await openShop(page);
  await open(page);
  await page.waitForTimeout(1_000);
  expect(await callbackNames(page)).toEqual([]);
  await expect(overlay(page)).toBeVisible();
  expect(await bodyOverflow(page)).toBe('hidden');
});
