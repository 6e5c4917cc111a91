import type { Locator, Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { expect, test } from '../site.ts';
import { guest, member, signInByForm, expectToast } from '../visitorActions.ts';

/** Opens or reloads My bookings, and waits for its responses: a request under way when the session ends is refused. */
async function loadMyBookings(tab: Page, load: () => Promise<unknown>): Promise<void> {
  const responses = [paths.memberDetails, paths.waitingList].map((path) => tab.waitForResponse(`**${path}*`));
  await load();
  await Promise.all(responses);
  await expect(tab.locator('[data-flow="bookings"]')).toHaveAttribute('data-state', /^ready/);
  await expect(tab.locator('[data-flow="calendarFeed"]')).toHaveAttribute('data-state', /^ready/);
}

test('a session survives a reload; signing out ends it in every tab', async ({ page, context }) => {
  await signInByForm(page, guest);
  await loadMyBookings(page, () => page.goto('/my-bookings'));
  await loadMyBookings(page, () => page.reload());
  const secondTab = await context.newPage();
  await loadMyBookings(secondTab, () => secondTab.goto('/my-bookings'));

  await page.getByRole('button', { name: 'LOG OUT' }).first().click();
  await expectToast(page, 'You’ve been signed out');
  await expect(secondTab).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

/** Among the profile's details; the section about the address names it too. */
const emailDetail = (page: Page, email: string): Locator =>
  page.getByRole('definition').filter({ hasText: email });

test('a tab in which another user has signed in shows their data, and none of the previous user', async ({
  page,
  context,
}) => {
  await signInByForm(page, guest);
  const secondTab = await context.newPage();
  await secondTab.goto('/profile');
  await expect(emailDetail(secondTab, guest.email)).toBeVisible();

  // The second tab misses the sign-out: it sees only the final storage.
  const response = await page.request.post('/api/member/login/', { data: member });
  const { access, refresh } = (await response.json()) as Record<'access' | 'refresh', string>;
  let continueRequest: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (continueRequest = resolve));
  await secondTab.route('**/api/member/details/**', async (route) => {
    await released;
    await route.continue();
  });
  const detailsRequest = secondTab.waitForRequest('**/api/member/details/**');
  await page.evaluate(
    (tokens) => {
      localStorage.clear();
      for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token);
    },
    { accessToken: access, refreshToken: refresh },
  );
  const { user_id } = JSON.parse(atob(access.split('.')[1] ?? '')) as { user_id: string };
  expect((await detailsRequest).url()).toContain(`uid=${user_id}`);
  await expect(secondTab.getByText(guest.email)).toHaveCount(0);
  continueRequest();
  await expect(emailDetail(secondTab, member.email)).toBeVisible();
});

test('an expired access token is renewed at start-up, without signing in again', async ({ page }) => {
  // The header loads the details before the token expires; afterwards the call would be refused.
  const details = page.waitForResponse('**/api/member/details/**');
  await signInByForm(page, guest);
  await details;
  await page.evaluate(() => {
    const [head, , signature] = (localStorage.getItem('accessToken') ?? '').split('.');
    const claims = btoa(JSON.stringify({ user_id: 'x', is_member: false, exp: 1 }));
    localStorage.setItem('accessToken', `${head}.${claims}.${signature}`);
  });
  await page.goto('/my-bookings');
  await expect(page.getByRole('heading', { name: 'My bookings' })).toBeVisible();
  await expect(page).toHaveURL(/\/my-bookings$/);
});
