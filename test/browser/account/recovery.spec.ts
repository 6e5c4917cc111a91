import type { Locator, Page } from '@playwright/test';
import { linkDetails, linkedAccount } from '../../fixtures/link.ts';
import { inApiFormat } from '../paths/page/apiFormat.ts';
import { paths } from '../../../contract/paths.ts';
import { createScreenCheck, oppositeScreens } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { guest, signIn, expectToast } from '../visitorActions.ts';

/* The ways back into an account, by the emails of the local mailbox. */

const PASSWORD = 'The-old-2025!';
const NEW_PASSWORD = 'The-new-2025!';

let emailCount = 0;
const newEmail = (): string => `recovery-${Date.now()}-${(emailCount += 1)}@example.com`;

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function register(page: Page, email: string, password = PASSWORD): Promise<number> {
  const response = await page.request.post(paths.register, {
    data: { first_name: 'Asha', email, password, phone: '+919840012345' },
  });
  return response.status();
}

/** Opens the newest of so many emails with a subject to an address in the mailbox, and presses its button. */
async function followEmailLink(
  page: Page,
  email: string,
  subject: string,
  action: string,
  count = 1,
): Promise<void> {
  const listed = page
    .getByRole('navigation', { name: 'Emails' })
    .getByRole('link')
    .filter({ hasText: subject })
    .filter({ hasText: email });
  // Emails are sent by a job, within seconds.
  await expect(async () => {
    await page.goto('/sandbox/mailbox');
    await expect(listed).toHaveCount(count, { timeout: 1000 });
  }).toPass();
  await listed.first().click();
  const link = page.frameLocator('iframe').getByRole('link', { name: action });
  await expect(link).toBeVisible();
  // A frame may lead away only shortly after a press: on a busy machine the first one may not.
  await expect(async () => {
    if (page.url().includes('/sandbox/mailbox/')) await link.click({ timeout: 5000 });
    await expect(page).not.toHaveURL(/\/sandbox\/mailbox\//, { timeout: 5000 });
  }).toPass();
}

async function signInOnPage(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email Address').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
}

test('a forgotten password is replaced by the link of an email, and the new one signs in', async ({
  page,
  expectError,
}) => {
  expectError(/401 .*member\/login|410 .*user\/link/);
  const email = newEmail();
  expect(await register(page, email)).toBe(201);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await button(page, 'Send me a link').click();
  await expect(field(page, 'Email Address')).toBeFocused();
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription('Enter an email address');
  await field(page, 'Email Address').fill(email);
  await field(page, 'Email Address').press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  const linkOpened = page.waitForResponse(/\/reset-password$/);
  await followEmailLink(page, email, 'Set a new password', 'Choose a new password');
  expect((await linkOpened).headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
  await expect(page.getByText(`For ${email}.`)).toBeVisible();
  const token = new URL(page.url()).hash.slice(1);
  expect(token).toMatch(/^[\w-]{43}$/);

  await field(page, 'Password').fill(NEW_PASSWORD);
  await field(page, 'Confirm Password').fill('another');
  await button(page, 'Save the new password').click();
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Password Mismatching');
  await field(page, 'Confirm Password').fill(NEW_PASSWORD);
  await button(page, 'Save the new password').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your password has been changed' })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  expect(requests.filter((call) => call.includes(token))).toEqual([]);

  // Nobody is signed in by it.
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signInOnPage(page, email, PASSWORD);
  await expectToast(page, 'Login failed. Check your credentials.');
  await signInOnPage(page, email, NEW_PASSWORD);
  await expect(button(page, 'LOG OUT')).toBeVisible();

  await page.goto(`/reset-password#${token}`);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a link is used by somebody who is signed in with another account, and fails in another tab after it', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/410 .*user\/reset-password/);
  const email = newEmail();
  await register(page, email);
  await page.request.post(paths.forgotPassword, { data: { email } });
  await signIn(page, guest);
  await followEmailLink(page, email, 'Set a new password', 'Choose a new password');
  await expect(page.getByText(`For ${email}.`)).toBeVisible();
  // At the address where this browser is signed in.
  const { pathname, hash } = new URL(page.url());
  const link = pathname + hash;
  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${guest.email} in this browser.`)).toBeVisible();
  const lateTab = await context.newPage();
  await lateTab.goto(link);
  for (const tab of [page, lateTab]) {
    await field(tab, 'Password').fill(NEW_PASSWORD);
    await field(tab, 'Confirm Password').fill(NEW_PASSWORD);
  }
  await button(page, 'Save the new password').click();
  await expect(page.getByText(`You are still signed in as ${guest.email} in this browser.`)).toBeVisible();
  await field(lateTab, 'Confirm Password').press('Enter');
  await expect(lateTab.getByRole('alert')).toContainText('This link no longer works');
  await expect(lateTab.getByRole('alert')).toBeFocused();

  await page.getByRole('main').getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page.locator(':focus')).toContainText('Your password has been changed');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signInOnPage(page, email, NEW_PASSWORD);
  await expect(button(page, 'LOG OUT')).toBeVisible();
});

test('a registration is confirmed by the link of its email', async ({ page }) => {
  const email = newEmail();
  await register(page, email);
  await followEmailLink(page, email, 'Please confirm your email address', 'Confirm this address');
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible();
  await page.reload();
  // The browser is signed out, so only the password shows that the account is the reader's.
  await button(page, 'Confirm my address').click();
  await expect(field(page, 'Password')).toBeFocused();
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Confirm my address').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signInOnPage(page, email, PASSWORD);
  await expect(button(page, 'LOG OUT')).toBeVisible();
  await page.goto(new URL('/profile', page.url()).href);
  await expect(
    page.getByRole('region', { name: 'Email address' }).getByText('Confirmed', { exact: true }),
  ).toBeVisible();
});

test('an address that a stranger registered becomes its owner’s by the email', async ({
  page,
  expectError,
}) => {
  expectError(/409 .*user\/register|403 .*confirm-address/);
  const email = newEmail();
  await register(page, email, 'the stranger’s');
  await page.goto('/join-us');
  await field(page, 'First Name').fill('Owner');
  await field(page, 'Email Address').fill(email);
  await field(page, 'Phone Number').fill('+91 98400 22222');
  await button(page, 'NEXT').click();
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm Password').fill(PASSWORD);
  await button(page, 'SUBMIT').click();
  await expectToast(page, 'Registration Failed');
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription(
    /^Email Address was registered before and never confirmed\. We have sent an email to it/,
  );

  await followEmailLink(page, email, 'Finish your registration at Litrooms', 'Finish my registration');
  await expect(page.getByRole('heading', { level: 1, name: 'Finish your registration' })).toBeVisible();
  await field(page, 'Password').fill('a guess');
  await button(page, 'Finish my registration').click();
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    'Password is not the one chosen at the registration',
  );
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Finish my registration').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signInOnPage(page, email, PASSWORD);
  await expect(button(page, 'LOG OUT')).toBeVisible();
});

test('every page on the way back is accessible, wide and narrow in the dark', async ({
  page,
  expectError,
}) => {
  expectError(/410 .*user\/link|ERR_FAILED/);
  const checkScreens = await createScreenCheck(page, oppositeScreens);
  await page.goto('/forgot-password');
  await button(page, 'Send me a link').click();
  await checkScreens();
  await page.route(`**${paths.forgotPassword}`, (route) => route.abort());
  await field(page, 'Email Address').fill('asha@example.com');
  await button(page, 'Send me a link').click();
  await expect(page.getByText('We could not reach the server.')).toBeVisible();
  await checkScreens();
  await page.unroute(`**${paths.forgotPassword}`);
  await button(page, 'Send me a link').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await checkScreens();

  await page.goto(`/confirm-address#${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await checkScreens();
  const held = { ...linkedAccount, bookings: 2, holdsAnything: true };
  const linksToShow = [
    linkDetails({ action: 'reset' }),
    linkDetails({ action: 'reset', account: { ...held, kind: 'desk-made' } }),
    linkDetails({ action: 'confirm', isOwn: false }),
    linkDetails({ action: 'confirm' }),
    linkDetails({ action: 'change', isOwn: false }),
    linkDetails({ action: 'register', account: held }),
  ];
  for (const data of linksToShow) {
    await page.route(`**${paths.readLink}`, (route) => route.fulfill({ json: { data: inApiFormat(data) } }));
    await page.goto(`/reset-password#${'B'.repeat(43)}`);
    await page.reload();
    await expect(page.getByRole('main').getByRole('button')).not.toHaveCount(0);
    await checkScreens();
    await page.unroute(`**${paths.readLink}`);
  }
  const data = linkDetails({ action: 'confirm', isOwn: false });
  await page.route(`**${paths.readLink}`, (route) => route.fulfill({ json: { data: inApiFormat(data) } }));
  await page.goto(`/confirm-address?not-me#${'B'.repeat(43)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This was not you?' })).toBeVisible();
  await checkScreens();
  await button(page, 'Take the account over').click();
  await expect(page.locator(':focus')).toContainText('Confirm Password');
  await checkScreens();
  await button(page, 'Back').click();
  await button(page, 'It was me').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible();
  await page.unroute(`**${paths.readLink}`);
  await page.route(`**${paths.readLink}`, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We could not read your link' })).toBeVisible();
  await checkScreens();
});
