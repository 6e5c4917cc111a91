import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { createScreenCheck, oppositeScreens } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { signIn, expectToast, toast } from '../visitorActions.ts';

/* What users do with their account on the profile. */

const PASSWORD = 'The-old-2025!';
const NEW_PASSWORD = 'The-new-2025!';

let accountCount = 0;

/** A new account of this test's own. */
async function newAccount(page: Page): Promise<{ email: string; password: string }> {
  accountCount += 1;
  const email = `account-${Date.now()}-${accountCount}@example.com`;
  const response = await page.request.post(paths.register, {
    data: { first_name: 'Asha', email, password: PASSWORD, phone: '+919840012345' },
  });
  expect(response.status()).toBe(201);
  return { email, password: PASSWORD };
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const field = (within: Locator, name: string): Locator => within.getByLabel(name, { exact: true });
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
const detail = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');

async function openProfile(page: Page): Promise<{ email: string; password: string }> {
  const account = await newAccount(page);
  await signIn(page, account);
  await page.goto('/profile');
  await expect(section(page, 'Signed-in devices').getByText('This device')).toBeVisible();
  return account;
}

/** Another browser in which the account is signed in. */
async function signInInOtherBrowser(
  browser: Browser,
  baseURL: string | undefined,
  account: { email: string; password: string },
): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await signIn(page, account);
  return page;
}

test('details are edited, by keyboard too, and a wrong one is named', async ({ page, expectError }) => {
  expectError(/400 .*details\/update/);
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit your details' }).press('Enter');
  const form = section(page, 'Your details');
  await expect(field(form, 'First Name')).toBeFocused();
  await field(form, 'First Name').fill('');
  await field(form, 'First Name').press('Enter');
  await expect(field(form, 'First Name')).toBeFocused();
  await expect(field(form, 'First Name')).toHaveAccessibleDescription('Enter your first name');
  await field(form, 'First Name').fill('Anuradha');
  await field(form, 'Phone Number').fill('12345');
  await field(form, 'Phone Number').press('Enter');
  await expect(field(form, 'Phone Number')).toHaveAccessibleDescription(/^Phone Number must be a valid/);
  await field(form, 'Phone Number').fill('98400 11111');
  await field(form, 'Company Name').fill('Raman & Daughters');
  await button(form, 'Save').click();
  await expectToast(page, 'Your details are saved');
  await expect(detail(page, 'First Name')).toHaveText('Anuradha');
  await expect(detail(page, 'Phone Number')).toHaveText('+91 98400 11111');
  await expect(detail(page, 'Company Name')).toHaveText('Raman & Daughters');
  await expect(page.getByRole('button', { name: 'Edit your details' })).toBeFocused();
});

test('changing the password requires the current one and signs all other devices out', async ({
  page,
  browser,
  baseURL,
  expectError,
}) => {
  expectError(/403 .*member\/password|401 .*\/api\//);
  const account = await openProfile(page);
  const otherBrowserPage = await signInInOtherBrowser(browser, baseURL, account);
  await page.reload();
  await expect(section(page, 'Signed-in devices').getByRole('listitem')).toHaveCount(3);

  const password = section(page, 'Password');
  await button(password, 'Change password').click();
  await field(password, 'Current Password').fill('a guess');
  await field(password, 'New Password').fill(NEW_PASSWORD);
  await field(password, 'Confirm New Password').fill('another');
  await button(password, 'Change password').click();
  await expect(field(password, 'Confirm New Password')).toHaveAccessibleDescription('Password Mismatching');
  await field(password, 'Confirm New Password').fill(NEW_PASSWORD);
  await button(password, 'Change password').click();
  await expect(field(password, 'Current Password')).toHaveAccessibleDescription(
    'Current Password is not right',
  );
  await expect(field(password, 'Current Password')).toBeFocused();
  await field(password, 'Current Password').fill(account.password);
  await button(password, 'Change password').click();
  await expect(
    toast(page, 'Your password has been changed. All other devices have been signed out.'),
  ).toBeVisible();
  await expect(section(page, 'Signed-in devices').getByRole('listitem')).toHaveCount(1);

  // Its access token lasts a little longer, and is refused where the account is changed.
  await otherBrowserPage.goto('/profile');
  await expect(otherBrowserPage).toHaveURL(/\/login\?next=%2Fprofile$/);
  await otherBrowserPage.context().close();
});

test('a device is signed out, and all others at once', async ({ page, browser, baseURL, expectError }) => {
  expectError(/401 .*\/api\//);
  const account = await openProfile(page);
  const otherBrowserPage = await signInInOtherBrowser(browser, baseURL, account);
  await page.reload();
  const devices = section(page, 'Signed-in devices');
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await devices
    .getByRole('button', { name: /^Sign out .*signed in/ })
    .first()
    .click();
  await expectToast(page, 'Signed out of that device');
  await expect(devices.getByRole('heading')).toBeFocused();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await button(devices, 'Sign out all other devices').click();
  await expectToast(page, 'Signed out of all other devices');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(button(devices, 'Sign out all other devices')).toHaveCount(0);
  await otherBrowserPage.goto('/profile');
  await expect(otherBrowserPage).toHaveURL(/\/login/);
  await otherBrowserPage.context().close();
});

test('a new address waits for its confirmation, and the email can be sent again', async ({ page }) => {
  await openProfile(page);
  const address = section(page, 'Email address');
  await expect(address.getByText('Not confirmed yet')).toBeVisible();
  await button(address, 'Send the email again').click();
  await expect(address.getByText('The email is on its way.')).toBeVisible();
  await button(address, 'Change address').click();
  await field(address, 'New Email Address').fill('next@example.com');
  await field(address, 'Current Password').fill(PASSWORD);
  await button(address, 'Send the email').click();
  await expect(address.getByText('We have sent an email to next@example.com.')).toBeVisible();
});

test('one’s data is downloaded as a file', async ({ page }) => {
  const account = await openProfile(page);
  const downloadStarted = page.waitForEvent('download');
  await button(section(page, 'Your data'), 'Download your data').click();
  const download = await downloadStarted;
  expect(download.suggestedFilename()).toBe('litrooms-data.json');
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { account: { email: string } };
  expect(data.account.email).toBe(account.email);
});

test('an account is closed for good, with its password', async ({ page, expectError }) => {
  expectError(/401 .*member\/login/);
  const account = await openProfile(page);
  const closeSection = section(page, 'Close your account');
  await button(closeSection, 'Close account').click();
  await expect(field(closeSection, 'Current Password')).toBeFocused();
  await button(closeSection, 'Keep it').click();
  await expect(button(closeSection, 'Close account')).toBeFocused();
  await button(closeSection, 'Close account').click();
  await field(closeSection, 'Current Password').fill(account.password);
  await button(closeSection, 'Close my account permanently').click();
  await expect(page).toHaveURL(/\/$/);
  await expectToast(page, 'Your account is closed');
  await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeVisible();
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Login failed. Check your credentials.');
});

test('every section is accessible, wide and narrow in the dark, open and with errors', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED/);
  const checkScreens = await createScreenCheck(page, oppositeScreens);
  await openProfile(page);
  await checkScreens();
  await page.getByRole('button', { name: 'Edit your details' }).click();
  await button(section(page, 'Email address'), 'Change address').click();
  await button(section(page, 'Password'), 'Change password').click();
  await button(section(page, 'Close your account'), 'Close account').click();
  await field(section(page, 'Your details'), 'First Name').fill('');
  await button(section(page, 'Your details'), 'Save').click();
  await button(section(page, 'Password'), 'Change password').click();
  await page.route(`**${paths.changeAddress}`, (route) => route.abort());
  const address = section(page, 'Email address');
  await field(address, 'New Email Address').fill('next@example.com');
  await field(address, 'Current Password').fill(PASSWORD);
  await button(address, 'Send the email').click();
  await expect(address.getByText('We could not reach the server.')).toBeVisible();
  await checkScreens();
});
