import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { freePort } from '../../../scripts/freePort.ts';
import { type BuiltServer, startBuiltServer } from '../builtServer.ts';
import { buildForApi } from '../buildForApi.ts';
import { copyPreparedData, expect, test as base } from '../site.ts';
import {
  bookingCard,
  bookNow,
  cards,
  selectSlots,
  expectHydrated,
  confirm,
  expectBookingWindow,
  guest,
  inDays,
  member,
  payByCard,
  roomCard,
  searchFor,
  signInByForm,
  slot,
  expectToast,
} from '../visitorActions.ts';

/* The site on one origin and its API on another, which browsers separate unless both allow access. */

interface WorkerFixtures {
  origins: { readonly site: string; readonly api: string };
  api: BuiltServer;
}

const test = base.extend<object, WorkerFixtures>({
  origins: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the braces that nothing is needed
    async ({}, use) => {
      await use({
        site: `http://localhost:${await freePort()}`,
        api: `http://127.0.0.1:${await freePort()}`,
      });
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ origins }, use) => {
      const dataDir = copyPreparedData();
      const server = await startBuiltServer(dataDir, '.', {
        PORT: new URL(origins.api).port,
        SITE_ORIGINS: origins.site,
      });
      await use(server);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  siteFolder: [
    async ({ origins }, use) => use(await buildForApi(origins.api)),
    { scope: 'worker', timeout: 300_000 },
  ],
  siteEnvironment: [
    async ({ origins }, use) => use({ PORT: new URL(origins.site).port, VITE_API_HOST: origins.api }),
    { scope: 'worker' },
  ],
  baseURL: async ({ origins, site: _started, api: _answers }, use) => use(origins.site),
});

/** Every picture in view is loaded from the API's host. */
async function expectPictures(page: Page, api: string): Promise<void> {
  const pictures = page.locator('main img[src*="/images/"]:not([alt="Booked"])');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() => pictures.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(await pictures.first().evaluate((img: HTMLImageElement) => img.currentSrc)).toContain(api);
}

test('rooms, sign-in, a payment by card and My bookings work across origins', async ({ page, origins }) => {
  const apiCalls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) apiCalls.push(new URL(request.url()).origin);
  });
  await page.goto('/');
  await expectPictures(page, origins.api);

  await signInByForm(page, guest);
  const date = inDays(32);
  await searchFor(page, date);
  await expectPictures(page, origins.api);
  // The server's clock is read from its responses.
  await expectBookingWindow(page, inDays(0));

  await bookNow(await selectSlots(page, 'Banyan Studio', ['10:00 to 10:30 AM']));
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(`${origins.site}/my-bookings`);
  await expectToast(page, 'Payment & Booking Confirmed!');
  await expect(bookingCard(page, 'Banyan Studio', fullDate(date))).toBeVisible();
  await expectPictures(page, origins.api);

  await page.reload();
  await expect(bookingCard(page, 'Banyan Studio', fullDate(date))).toBeVisible();
  expect([...new Set(apiCalls)]).toEqual([origins.api]);
});

test('a slot that another visitor books turns taken across origins', async ({ page, api, request }) => {
  const date = inDays(47);
  await searchFor(page, date);
  const bookedSlot = slot(roomCard(page, 'Kolam Round'), '10:00 to 10:30 AM');
  await expect(bookedSlot).toHaveAccessibleName(/free/);
  const login = await request.post(api.url + paths.login, { data: member });
  const { access, user_id } = (await login.json()) as { access: string; user_id: string };
  const booked = await request.post(api.url + paths.book, {
    headers: { authorization: `Bearer ${access}` },
    data: { mid: 2, uid: user_id, bdate: date, stime: '10:00:00', etime: '10:00:00', ctime: '10:30:00' },
  });
  expect(booked.status()).toBe(200);
  await expect(bookedSlot).toHaveAccessibleName(/taken/);
});

test('a page of any other origin gets neither the API nor the checkout', async ({
  page,
  api,
  origins,
  expectError,
}) => {
  expectError(/CORS|ERR_FAILED|frame-ancestors|violates|Framing|refused/i);
  // The same server under its other name is another origin.
  const otherOrigin = api.url.replace('127.0.0.1', 'localhost');
  await page.goto(otherOrigin);
  await expectHydrated(page);
  const outcome = await page.evaluate(
    (address) =>
      fetch(address).then(
        () => 'read',
        () => 'refused',
      ),
    api.url + paths.rooms,
  );
  expect(outcome).toBe('refused');
  const response = await fetch(`${api.url}/sandbox/v1/checkout/public`);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(/frame-ancestors ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${origins.site}`);
});

test('the desk works across origins', async ({ page, origins }) => {
  const apiOrigins: string[] = [];
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    if (pathname.startsWith('/api/')) apiOrigins.push(origin);
  });
  await page.goto('/desk');
  await page.getByLabel('Email Address').fill('desk@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('Desk-2025!');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
  expect(new Set(apiOrigins)).toEqual(new Set([origins.api]));
});
