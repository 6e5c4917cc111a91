import type { Page } from '@playwright/test';
import type { MemberDetails } from '../../contract/member.ts';
import { createScreenCheck, expectNoSidewaysScroll, oppositeScreens } from './accessible.ts';
import { delayRoute, failUntilRetried } from './routes.ts';
import { expect, test } from './site.ts';
import { cards, guest, member, payByCard, signIn } from './visitorActions.ts';

const DETAILS = '**/api/member/details/**';

const detail = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');

/** The server's response with changed fields. */
const changeDetails = (page: Page, changes: Partial<MemberDetails>) =>
  page.route(DETAILS, async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: MemberDetails };
    await route.fulfill({ json: { data: { ...data, ...changes } } });
  });

test('a member sees their details and the value of their points', async ({ page }) => {
  await signIn(page, member);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'User & Company Details' })).toBeVisible();
  await expect(detail(page, 'First Name')).toHaveText('Meera');
  await expect(detail(page, 'Last Name')).toHaveText('Raman');
  await expect(detail(page, 'Email Address')).toHaveText(member.email);
  await expect(detail(page, 'Phone Number')).toHaveText('+91 98400 12345');
  await expect(detail(page, 'Company Name')).toHaveText('Example Traders');
  await expect(detail(page, 'Business Type')).toHaveText('Technology');
  const website = detail(page, 'Website').getByRole('link', { name: 'https://example.com' });
  await expect(website).toHaveAttribute('href', 'https://example.com/');
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer nofollow');

  const balance = page.getByRole('complementary', { name: 'Balance Lit Points' });
  await expect(balance.getByText(/^\d+(\.5)?$/)).toBeVisible();
  await expect(balance).toContainText(/\d+(\.5)? hours in any room/);
  await expect(balance).toContainText('1 Lit point = 1 hr');
  await balance.getByRole('link', { name: 'My bookings' }).click();
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('a member buys points by card, after a checkout that was closed: balance and ledger have them', async ({
  page,
}) => {
  await signIn(page, member);
  await page.goto('/profile');
  const balance = page.getByRole('complementary', { name: 'Balance Lit Points' }).locator('.balance');
  const before = Number(await balance.textContent());
  const buySection = page.getByRole('region', { name: 'Buy Lit points' });
  await buySection.getByRole('button', { name: 'Buy points' }).click();
  await buySection.getByRole('textbox', { name: 'Points' }).fill('4');
  const pay = buySection.getByRole('button', { name: 'Pay ₹2,832.00' });
  await pay.click();
  await buySection.getByRole('button', { name: 'Cancel payment' }).dispatchEvent('click');
  await expect(page.getByText('Payment process was cancelled.')).toBeVisible();
  await pay.click();
  await payByCard(page, cards.success);
  await expect(buySection.getByText('4 points are in your balance.')).toBeVisible();
  await expect(balance).toHaveText(String(before + 4));
  const ledger = page.getByRole('region', { name: 'Points history' });
  await expect(ledger.getByRole('listitem').first()).toContainText(/Bought\+4/);
});

test('a guest sees no points; an empty field is Not Mentioned', async ({ page }) => {
  await signIn(page, guest);
  await changeDetails(page, { business_type: '', company_name: '', website: '', last_name: '' });
  await page.goto('/profile');
  for (const name of ['Business Type', 'Company Name', 'Website', 'Last Name']) {
    await expect(detail(page, name)).toHaveText('Not Mentioned');
  }
  await expect(page.getByText('Balance Lit Points')).toHaveCount(0);
  await page.getByRole('complementary').getByRole('link', { name: 'Find a meeting room' }).click();
  await expect(page).toHaveURL(/\/meeting-room$/);
});

test('an account that has lost its address says so, and that it gets no emails until another is confirmed', async ({
  page,
}) => {
  await changeDetails(page, { email: '', email_confirmed: false });
  await signIn(page, guest);
  await page.goto('/my-bookings');
  const notice = page.getByText(/has no email address.*no emails about them until/);
  await expect(notice).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Enter an address' }).click();
  const section = page.getByRole('region', { name: 'Email address' });
  await expect(section).toContainText('we send you no emails about them until you have confirmed another');
  await expect(section.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);
  await section.getByRole('button', { name: 'Enter an address' }).click();
  await expect(section.getByLabel('New Email Address')).toBeFocused();
});

test('only a web address becomes a link', async ({ page }) => {
  await signIn(page, guest);
  await changeDetails(page, { website: 'javascript:alert(document.domain)' });
  await page.goto('/profile');
  await expect(detail(page, 'Website')).toHaveText('javascript:alert(document.domain)');
  await expect(detail(page, 'Website').getByRole('link')).toHaveCount(0);
  await page.unroute(DETAILS);
  await changeDetails(page, { website: 'traders.example/about' });
  await page.reload();
  await expect(detail(page, 'Website').getByRole('link')).toHaveAttribute(
    'href',
    'https://traders.example/about',
  );
});

test('details that cannot be loaded show an error and can be retried', async ({ page, expectError }) => {
  expectError(/503/);
  await signIn(page, member);
  await failUntilRetried(page, DETAILS);
  await page.goto('/profile');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch user details !' });
  await expect(alert).toContainText('Please wait a moment');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(detail(page, 'First Name')).toHaveText('Meera');
});

test('the profile is accessible, wide and narrow in the dark, also while it loads and after a failure', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED/);
  const checkScreens = await createScreenCheck(page, oppositeScreens);
  await signIn(page, member);
  const letThrough = await delayRoute(page, DETAILS);
  await page.goto('/profile');
  await expect(page.getByRole('status').getByText('Loading your details')).toBeAttached();
  await checkScreens();
  letThrough();
  await expect(detail(page, 'First Name')).toHaveText('Meera');
  await checkScreens();
  await page.unroute(DETAILS);
  await page.route(DETAILS, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch user details !' })).toBeVisible();
  await checkScreens();
});

test('a long name without spaces pushes nothing off the page', async ({ page }) => {
  await changeDetails(page, { first_name: 'Venkatanarasimha'.repeat(12) });
  await signIn(page, member);
  for (const width of [900, 1024, 1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/profile');
    await expect(page.getByRole('banner').getByText(/^Venkatanarasimha/)).toBeAttached();
    await expectNoSidewaysScroll(page);
    // Neither the name nor a link of the bar covers the button of the menu.
    const boxes = await page
      .getByRole('banner')
      .getByRole('button')
      .or(page.getByRole('banner').getByRole('link'))
      .evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .filter(({ width: shown }) => shown > 0)
          .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      );
    const overlaps = boxes.filter((a) =>
      boxes.some(
        (b) =>
          a !== b &&
          a.left < b.right - 1 &&
          b.left < a.right - 1 &&
          a.top < b.bottom - 1 &&
          b.top < a.bottom - 1,
      ),
    );
    expect(overlaps, `at ${width} px`).toEqual([]);
    expect(Math.max(...boxes.map(({ right }) => right)), `at ${width} px`).toBeLessThanOrEqual(width);
  }
});
