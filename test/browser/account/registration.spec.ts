import type { Locator, Page, Route } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { paths } from '../../../contract/paths.ts';
import { registration as model } from '../../paths/models/registration.ts';
import { expectAccessible, createScreenCheck } from '../accessible.ts';
import { expectPath, modelEventsOf } from '../paths/expectPath.ts';
import { type Probe, test as probedTest } from '../paths/page/probed.ts';
import { delayRoute } from '../routes.ts';
import { expect, test } from '../site.ts';
import {
  bookNow,
  checkoutFrame,
  selectSlots,
  confirm,
  guest,
  fillSilently,
  inDays,
  expectHydrated,
  searchFor,
  signInByForm,
  expectToast,
  toast,
  chooseOption,
} from '../visitorActions.ts';

const PASSWORD = 'Chosen-2025!';
const REGISTER = `**${paths.register}`;

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const form = (page: Page): Locator => page.locator('[data-flow="registration"]');
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });
const step = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name });
/** Above the form. */
const summary = (page: Page, title: string): Locator => page.getByRole('region', { name: title });

let emailCount = 0;
const newEmail = (): string => `person-${Date.now()}-${(emailCount += 1)}@example.com`;

/** They are loaded with the field and format a number while it is typed. */
const expectPhoneRules = (page: Page): Promise<void> =>
  expect(
    field(page, 'Country of the phone number').getByRole('option', { name: 'Singapore' }),
  ).toBeAttached();

async function fillPersonal(page: Page, email: string): Promise<void> {
  await field(page, 'First Name').fill('Asha');
  await field(page, 'Email Address').fill(email);
  await expectPhoneRules(page);
  await field(page, 'Phone Number').pressSequentially('9840012345');
}

async function goToOrganisation(page: Page, email = newEmail()): Promise<void> {
  await page.goto('/join-us');
  await fillPersonal(page, email);
  await button(page, 'NEXT').click();
  await expect(heading(page, 'Organisation Details')).toBeFocused();
}

async function fillPasswords(page: Page, confirmation = PASSWORD): Promise<void> {
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm Password').fill(confirmation);
}

const sentFields = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;

const modelEvent = modelEventsOf(model);
const nextPressed = modelEvent('registration.nextPressed');
const submitted = modelEvent('registration.submitted');
const registered = modelEvent('registration.sent');

/** Each typed letter is an event, and the number of phone checks depends on the typing. */
const isTyping = (id: string): boolean =>
  /registration\.(changed|shown|left|passwordsTyped)|checkPhone/.test(id);

/** Exactly the transitions of a filled-in first step and of these events, besides those of typing. */
const expectRegistrationPath = (probe: Probe, ...events: AnyEventObject[]): Promise<void> =>
  expectPath(probe, 0, {
    flow: 'registration',
    model,
    events: [
      modelEvent('registration.shown'),
      modelEvent('registration.changed', 0),
      modelEvent('registration.changed', 1),
      modelEvent('registration.changed', 2),
      modelEvent('xstate.done.actor.checkPhone', 0),
      nextPressed,
      modelEvent('registration.passwordsTyped', 0),
      ...events,
    ],
    ignore: isTyping,
  });

probedTest(
  'a visitor registers in two steps, with a reload in each, and is signed in',
  async ({ page, probe }) => {
    const email = newEmail();
    await page.goto('/join-us');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('book your next event with ease !');
    await expect(step(page, 'Persional Details')).toHaveAttribute('aria-current', 'step');
    await fillPersonal(page, email);
    await expect(field(page, 'Phone Number')).toHaveValue('98400 12345');
    await expect(step(page, 'Persional Details')).toContainText('filled in');

    await page.reload();
    await expect(field(page, 'First Name')).toHaveValue('Asha');
    await expect(field(page, 'Phone Number')).toHaveValue('98400 12345');
    await expect(step(page, 'Persional Details')).toContainText('filled in');
    await button(page, 'NEXT').click();

    await expect(page).toHaveURL(/\/join-us\?step=2$/);
    await expect(heading(page, 'Organisation Details')).toBeFocused();
    await field(page, 'Company Name').fill('Raman & Daughters');
    await field(page, 'Domain (or) URL').fill('raman, on the corner');
    await chooseOption(page.getByRole('combobox', { name: 'Business Type' }), 'Technology');
    await fillPasswords(page);
    await expect(step(page, 'Organisation Details')).toContainText('filled in');

    await page.reload();
    await expect(form(page)).toHaveAttribute('data-state', 'account.filling');
    await expect(field(page, 'Company Name')).toHaveValue('Raman & Daughters');
    await expect(field(page, 'Password')).toHaveValue('');
    await expect(step(page, 'Organisation Details')).not.toContainText('filled in');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(PASSWORD);

    await fillPasswords(page);
    const request = page.waitForRequest(REGISTER);
    await button(page, 'SUBMIT').click();
    expect(sentFields((await request).postData() ?? '')).toEqual({
      first_name: 'Asha',
      email,
      phone: '+919840012345',
      company_name: 'Raman & Daughters',
      website: 'raman, on the corner',
      business_type: 'technology',
      password: PASSWORD,
    });
    await expectToast(page, 'Registration Successfull');
    await expect(page).toHaveURL(/\/$/);
    await expectRegistrationPath(probe, submitted, registered);
    await expect(toast(page, 'Registration Successfull')).toBeHidden();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(email);

    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Thank you for registering' })).toBeVisible();
    await expect(page.getByText('You are signed in.')).toBeVisible();
    // Signing out leaves nothing of the registration: the form is empty again.
    await page.getByRole('button', { name: 'LOG OUT' }).click();
    await expect(page).toHaveURL(/\/join-us$/);
    await expect(field(page, 'First Name')).toHaveValue('');
    await signInByForm(page, { email, password: PASSWORD });
    await page.goto('/join-us');
    await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  },
);

test('what a password manager fills in without an event is sent', async ({ page }) => {
  await page.goto('/join-us');
  await expectHydrated(page);
  for (const [name, text] of [
    ['First Name', 'Asha'],
    ['Email Address', newEmail()],
    ['Phone Number', '98400 12345'],
  ] as const) {
    await fillSilently(field(page, name), text);
  }
  // Typing into another field renders the form again, and keeps what was filled in.
  await field(page, 'Last Name').pressSequentially('Raman');
  await expect(field(page, 'First Name')).toHaveValue('Asha');
  await button(page, 'NEXT').click();
  await expect(heading(page, 'Organisation Details')).toBeFocused();
});

test('what the browser fills into the new account of the booking dialog without an event is sent', async ({
  page,
}) => {
  await searchFor(page, inDays(97));
  await bookNow(await selectSlots(page, 'Kolam Round', ['5:00 to 5:30 PM']));
  await confirm(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'create One' }).click();
  const input = (name: string) => dialog.getByLabel(name, { exact: true });
  await fillSilently(input('Name'), 'Asha Raman');
  await fillSilently(input('Email Address'), newEmail());
  await fillSilently(input('Password'), PASSWORD);
  // Typing into another field renders the form again, and keeps what was filled in.
  await input('Phone Number').pressSequentially('98400 12345');
  await expect(input('Name')).toHaveValue('Asha Raman');
  // The last one is filled after the last event.
  await fillSilently(input('Phone Number'), '98400 12346');
  await dialog.getByRole('button', { name: /^Create account and pay/ }).click();
  await expect(checkoutFrame(page).getByLabel('Name on card')).toHaveValue('Asha Raman');
});

test('an address that has an account leads back to its field, with a link to sign in and all other input kept', async ({
  page,
  expectError,
}) => {
  expectError(/409 .*\/api\/user\/register\//);
  await goToOrganisation(page, guest.email);
  await field(page, 'Company Name').fill('Raman & Daughters');
  await fillPasswords(page);
  await button(page, 'SUBMIT').click();
  await expectToast(page, 'Registration Failed');
  await expect(page).toHaveURL(/\/join-us$/);
  await expect(field(page, 'Email Address')).toBeFocused();
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription(
    'Email Address has an account already. Sign in or reset the password',
  );
  await expectAccessible(page);

  await field(page, 'Email Address').fill(newEmail());
  await expect(page.locator('form').getByRole('link', { name: 'Sign in' })).toBeHidden();
  await button(page, 'NEXT').click();
  await expect(field(page, 'Company Name')).toHaveValue('Raman & Daughters');
  await expect(field(page, 'Password')).toHaveValue(PASSWORD);
  await button(page, 'BACK').click();
  await field(page, 'Email Address').fill(guest.email);
  await button(page, 'NEXT').click();
  await button(page, 'SUBMIT').click();
  await page.locator('form').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('BACK and the browser’s Back return to step 1 and keep the input, passwords too', async ({ page }) => {
  await goToOrganisation(page);
  await field(page, 'Company Name').fill('Raman & Daughters');
  await fillPasswords(page);
  await button(page, 'BACK').click();
  await expect(heading(page, 'Persional Details')).toBeFocused();
  await expect(page).toHaveURL(/\/join-us$/);
  await page.goForward();
  await expect(heading(page, 'Organisation Details')).toBeFocused();
  await expect(field(page, 'Password')).toHaveValue(PASSWORD);
  await page.goBack();
  await expect(heading(page, 'Persional Details')).toBeFocused();
  await expect(field(page, 'First Name')).toHaveValue('Asha');
  await button(page, 'NEXT').click();
  await expect(field(page, 'Company Name')).toHaveValue('Raman & Daughters');
  await expect(field(page, 'Confirm Password')).toHaveValue(PASSWORD);
});

test('BACK returns to the entry before it, also when the address of step 2 is not rendered yet', async ({
  page,
}) => {
  await page.goto('/join-us');
  await fillPersonal(page, newEmail());
  await expect(step(page, 'Persional Details')).toContainText('filled in');
  // React renders the step at the end of a click's task, and the address in a later task.
  await page.evaluate(() => {
    const click = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
    click('NEXT');
    queueMicrotask(() => queueMicrotask(() => click('BACK')));
  });
  await expect(heading(page, 'Persional Details')).toBeFocused();
  await expect(page).toHaveURL(/\/join-us$/);
  await page.goForward();
  await expect(heading(page, 'Organisation Details')).toBeFocused();
});

test('a double click on NEXT does not press the button that replaces it', async ({ page }) => {
  await page.goto('/join-us');
  await fillPersonal(page, newEmail());
  await expect(step(page, 'Persional Details')).toContainText('filled in');
  await button(page, 'NEXT').dblclick();
  await expect(form(page)).toHaveAttribute('data-state', 'account.filling');
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'false');
});

probedTest(
  'a server error about a field is shown next to it, on either step',
  async ({ page, probe, expectError }) => {
    expectError(/400 .*\/api\/user\/register\//);
    await page.goto('/join-us');
    await fillPersonal(page, newEmail());
    await field(page, 'Last Name').fill('R'.repeat(101));
    await expect(step(page, 'Persional Details')).toContainText('filled in');
    await button(page, 'NEXT').click();
    const tooLong = 'x'.repeat(201);
    await field(page, 'Company Name').fill(tooLong);
    await field(page, 'Password').fill(tooLong);
    await field(page, 'Confirm Password').fill(tooLong);
    await button(page, 'SUBMIT').click();

    await expectToast(page, 'Registration Failed');
    const errorSummary = summary(page, 'Registration Failed');
    await expect(errorSummary).toBeFocused();
    await expect(field(page, 'Company Name')).toHaveAccessibleDescription(
      'Company Name must be at most 200 characters',
    );
    await expect(field(page, 'Password')).toHaveAccessibleDescription(
      'Password must be at most 200 characters',
    );
    await expect(field(page, 'Password')).toHaveValue(tooLong);
    await expect(page).toHaveURL(/\/join-us\?step=2$/);

    await errorSummary.getByRole('button', { name: 'Last Name' }).click();
    await expect(field(page, 'Last Name')).toBeFocused();
    await field(page, 'Last Name').fill('Raman');
    await button(page, 'NEXT').click();
    await field(page, 'Company Name').fill('Raman & Daughters');
    await fillPasswords(page);
    await button(page, 'SUBMIT').click();
    await expect(page).toHaveURL(/\/$/);
    await expectRegistrationPath(
      probe,
      submitted,
      modelEvent('registration.refused'),
      // A field of the first step was chosen.
      modelEvent('registration.backPressed'),
      nextPressed,
      submitted,
      registered,
    );
  },
);

test('a registration in progress is shown and sent once', async ({ page }) => {
  await goToOrganisation(page);
  await fillPasswords(page);
  const pendingRoutes: Route[] = [];
  await page.route(REGISTER, (route) => void pendingRoutes.push(route));
  await field(page, 'Confirm Password').press('Enter');
  await field(page, 'Confirm Password').press('Enter');
  await expectToast(page, 'Creating your account…');
  await expect(form(page)).toHaveAttribute('aria-busy', 'true');
  await expect(button(page, 'SUBMIT')).toBeDisabled();
  await expect(button(page, 'BACK')).toBeDisabled();
  await page.goBack();
  await expect(form(page)).toHaveAttribute('data-state', 'account.submitting');
  await expect.poll(() => pendingRoutes.length).toBe(1);
  await pendingRoutes[0]?.continue();
  await expect(page).toHaveURL(/\/$/);
  expect(pendingRoutes).toHaveLength(1);
});

test('a number of another country is formatted for it, and selects its country when it starts with +', async ({
  page,
}) => {
  await page.goto('/join-us');
  const country = field(page, 'Country of the phone number');
  const phone = field(page, 'Phone Number');
  await expect(country).toHaveValue('IN');
  await expect.poll(() => country.locator('option').count()).toBeGreaterThan(200);
  await phone.pressSequentially('+14155552671');
  await expect(country).toHaveValue('US');
  await expect(phone).toHaveValue('+1 415 555 2671');
  await country.selectOption({ label: 'Singapore (+65)' });
  await expect(phone).not.toHaveValue(/\+/);
  await phone.fill('');
  await phone.pressSequentially('81234567');
  await expect(phone).toHaveValue('8123 4567');
  // A digit corrected in the middle keeps the caret there.
  await phone.press('ArrowLeft');
  await phone.press('ArrowLeft');
  await phone.press('Backspace');
  await phone.press('9');
  expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
});

test('registration works by keyboard alone', async ({ page }) => {
  await page.goto('/join-us');
  await field(page, 'First Name').focus();
  await page.keyboard.type('Asha');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Tab');
  const country = field(page, 'Country of the phone number');
  await expect(country).toBeFocused();
  await expectPhoneRules(page);
  await page.keyboard.type('Sing');
  await expect(field(page, 'Country of the phone number')).toHaveValue('SG');
  await page.keyboard.press('Tab');
  await page.keyboard.type('81234567');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Organisation Details')).toBeFocused();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab');
  await expect(field(page, 'Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Registration Successfull');
  await expect(page).toHaveURL(/\/$/);
});

test('every screen of registration is accessible', async ({ page, expectError }) => {
  expectError(/ERR_FAILED/);
  const checkScreens = await createScreenCheck(page);
  await page.goto('/join-us');
  await expect(heading(page, 'Persional Details')).toBeVisible();
  await checkScreens();
  await button(page, 'NEXT').click();
  await expect(summary(page, '* Fields are Required')).toBeFocused();
  await checkScreens();
  await fillPersonal(page, newEmail());
  await checkScreens();
  await button(page, 'NEXT').click();
  await expect(heading(page, 'Organisation Details')).toBeFocused();
  await checkScreens();
  await fillPasswords(page, 'other');
  await button(page, 'SUBMIT').click();
  await expect(page.getByText('Password Mismatching')).toBeVisible();
  const outline = field(page, 'Confirm Password').locator('xpath=../fieldset');
  const isRed = await outline.evaluate((element) => {
    const colorSample = document.createElement('i');
    colorSample.style.color = 'var(--mui-palette-error-main)';
    document.body.append(colorSample);
    return getComputedStyle(element).borderTopColor === getComputedStyle(colorSample).color;
  });
  expect(isRed).toBe(true);
  await checkScreens();
  await field(page, 'Confirm Password').fill(PASSWORD);
  const pendingRoutes: Route[] = [];
  await page.route(REGISTER, (route) => void pendingRoutes.push(route));
  await button(page, 'SUBMIT').click();
  await expectToast(page, 'Creating your account…');
  await checkScreens();
  await pendingRoutes[0]?.abort();
  await expect(summary(page, 'Registration Failed')).toBeFocused();
  await checkScreens();
});

test('who leaves while the phone number is checked is not led back to step 2', async ({ page }) => {
  const loadBlog = await delayRoute(page, '**/assets/BlogPage*.js');
  const letThrough = await delayRoute(page, '**/assets/phone*.js');
  await page.goto('/join-us');
  await expectHydrated(page);
  await field(page, 'First Name').fill('Asha');
  await field(page, 'Email Address').fill(newEmail());
  await field(page, 'Phone Number').fill('9840012345');
  await button(page, 'NEXT').click();
  await expect(form(page)).toHaveAttribute('data-state', 'personal.validating');
  const leaving = page.waitForRequest('**/assets/BlogPage*.js');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await leaving;
  letThrough();
  await expect(form(page)).toHaveAttribute('data-state', 'account.filling');
  loadBlog();
  await expect(page).toHaveURL(/\/blog$/);
});

test('the selection is kept when the login dialog is left for registration, also after registering', async ({
  page,
}) => {
  await searchFor(page, inDays(51));
  await bookNow(await selectSlots(page, 'Signal Room', ['10:00 to 10:30 AM']));
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to confirm' });
  const leaveForRegistration = async () => {
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('link', { name: 'JOIN US' }).click();
  };
  await leaveForRegistration();
  await expect(page).toHaveURL(/\/join-us$/);
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Signal Room' })).toBeVisible();
  await expect(page.getByText('10:00 AM', { exact: true })).toBeVisible();
  await confirm(page);
  await leaveForRegistration();

  await fillPersonal(page, newEmail());
  await button(page, 'NEXT').click();
  await fillPasswords(page);
  await button(page, 'SUBMIT').click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'LOG OUT' })).toBeVisible();
  await page
    .getByText(/^Not booked yet: Signal Room/)
    .locator('..')
    .getByRole('link', { name: 'Continue to confirm' })
    .click();
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  await expect(page.getByRole('heading', { name: 'Signal Room' })).toBeVisible();
});
