import type { Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { delayRoute } from '../routes.ts';
import { expect, test } from '../site.ts';
import { expectHydrated, member } from '../visitorActions.ts';

/* A person uses a page before its scripts run: no input is lost, and none is sent without being handled. */

// With motion, as most people have it.
test.use({ contextOptions: {} });

const SCRIPTS = '**/assets/*.js';

/** Opens a page whose scripts arrive 3 s late. Returns the documents and forms that the browser requests from then on. */
async function openSlowly(page: Page, path: string): Promise<string[]> {
  await page.route(SCRIPTS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest())
      requested.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return requested;
}

const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      !document
        .querySelector('header [data-flow="session"]')
        ?.getAttribute('data-state')
        ?.startsWith('restoring'),
  );

test('home: what is typed and chosen is kept, a pressed button does no harm, and links work', async ({
  page,
}) => {
  const requested = await openSlowly(page, '/');
  const search = page.getByRole('form', { name: 'Find a room by time' });
  await search.getByLabel('Date').fill('06/05/2030');
  await search.getByLabel('Headcount').fill('12');
  await search.getByLabel('Start time').selectOption('14:00');
  await page.getByLabel('Name', { exact: true }).fill('Asha');
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await isHydrated(page)).toBe(false);
  await expectHydrated(page);
  expect(requested).toEqual([]);
  await expect(search.getByLabel('Date')).toHaveValue('06/05/2030');
  await expect(search.getByLabel('Headcount')).toHaveValue('12');
  await expect(search.getByLabel('Start time')).toHaveValue('14:00');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha');

  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('link', { name: /^Training rooms/ }).click();
  await expect(page).toHaveURL(/\/meeting-room/);
  await expect(page.getByLabel('Headcount')).toHaveValue('20');
});

test('home: the search works before any script', async ({ page }) => {
  const requested = await openSlowly(page, '/');
  const search = page.getByRole('form', { name: 'Find a room by time' });
  await search.getByLabel('Date').fill('06/05/2030');
  await search.getByLabel('Headcount').fill('12');
  await search.getByLabel('Headcount').press('Enter');
  await expect(page).toHaveURL(/\/meeting-room\?.*date=(?:06%2F05%2F2030|2030-05-06)/);
  expect(requested).toEqual(['GET /meeting-room']);
  await expectHydrated(page);
  await expect(page.getByLabel('Headcount')).toHaveValue('12');
});

test('rooms: what is typed is kept, pressed buttons do no harm, and links work', async ({ page }) => {
  const requested = await openSlowly(page, '/meeting-room');
  await page.getByLabel('Headcount').fill('7');
  await page.getByRole('button', { name: 'View Slots' }).click();
  await page.getByRole('button', { name: 'One person more' }).click();
  expect(await isHydrated(page)).toBe(false);
  await expectHydrated(page);
  expect(requested).toEqual([]);
  await expect(page.getByLabel('Headcount')).toHaveValue(/^[78]$/);
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByRole('button', { name: 'View Slots' }).click();
  await expect(page.getByRole('grid').first()).toBeVisible();

  await page.goto('/meeting-room', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Banyan Studio' }).first().click();
  await expect(page).toHaveURL(/\/meeting-room\/banyan-studio/);
});

test('login: the form keeps what was typed, is never sent by the browser, and signs in afterwards', async ({
  page,
}) => {
  const signIns: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(paths.login)) signIns.push(request.method());
  });
  const requested = await openSlowly(page, '/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  expect(await isHydrated(page)).toBe(false);
  await expectHydrated(page);
  expect(requested).toEqual([]);
  expect(page.url()).not.toContain('password');
  if (!(await page.getByRole('button', { name: 'LOG OUT' }).isVisible())) {
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(member.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  }
  await expectHydrated(page, /^signedIn/);
  expect(signIns).toEqual(['POST']);
});

test('registration: the form keeps what was typed and knows it, and its button does no harm', async ({
  page,
}) => {
  const requested = await openSlowly(page, '/join-us');
  const firstName = page.getByLabel('First Name', { exact: true });
  await firstName.fill('Asha');
  await page.getByRole('button', { name: 'NEXT' }).click();
  expect(await isHydrated(page)).toBe(false);
  await expectHydrated(page);
  expect(requested).toEqual([]);
  await expect(firstName).toHaveValue('Asha');
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByRole('button', { name: 'Email Address' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'First Name' })).toHaveCount(0);
  await expect(firstName).toHaveValue('Asha');
});

test('text typed during hydration is kept completely', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto('/join-us', { waitUntil: 'commit' });
  const email = page.getByLabel('Email Address');
  const text = 'somebody.with.a.long.address@example.com';
  await email.pressSequentially(text, { delay: 25 });
  await expectHydrated(page);
  await expect(email).toHaveValue(text);
});

test('text typed into a section before its own code comes is kept', async ({ page }) => {
  const letThrough = await delayRoute(page, '**/assets/EventEnquiry-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expectHydrated(page);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Asha');
  letThrough();
  const section = page.getByRole('group', { name: 'Event enquiry' });
  const listbox = page.getByRole('listbox');
  await expect(async () => {
    await section.getByRole('combobox', { name: 'Looking for' }).click();
    await expect(listbox).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Asha');
});

test('a page translated before it is hydrated does not break', async ({ page, expectError }) => {
  // React reports the difference and renders the page afresh.
  expectError(/rendered again|hydrat|418|could not be shown/i);
  for (const path of ['/', '/login', '/meeting-room']) {
    const letThrough = await delayRoute(page, SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (!text.data.trim() || text.parentElement?.closest('script, style, noscript, svg, select'))
          continue;
        const font = document.createElement('font');
        font.append(text.data);
        text.replaceWith(font);
      }
    });
    letThrough();
    await expectHydrated(page);
    await page.unrouteAll({ behavior: 'wait' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('could not be shown')).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  }
});

for (const missing of ['vendor', 'LoginPage']) {
  test(`when ${missing} is missing after a deployment, the page stays readable, says so and offers a reload`, async ({
    page,
    expectError,
  }) => {
    expectError(/404|ERR_|dynamically imported|could not be (shown|loaded)/);
    const file = `**/assets/${missing}-*.js`;
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.goto('/login');
    const notice = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByLabel('Email').fill(member.email);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.unroute(file);
    await notice.getByRole('button', { name: 'Reload the page' }).click();
    await expectHydrated(page);
    await expect(notice).toHaveCount(0);
  });
}

test('a page from the browser’s cache of the history still works', async ({ page }) => {
  await page.goto('/about-us');
  await expectHydrated(page);
  await page.goto('/robots.txt');
  await page.goBack();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Meeting Rooms' }).click();
  await expect(page.getByRole('article', { name: 'Kolam Round' })).toBeVisible();
});
