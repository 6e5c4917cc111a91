import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { chooseOption, expectHydrated, fillSilently } from '../visitorActions.ts';

const visitor = { name: 'Asha Raman', email: 'asha@example.com', phone: '98400 12345' };
const ENQUIRE = '**/api/enquire/';

const eventForm = (page: Page): Locator => page.getByRole('group', { name: 'Event enquiry' });
const contactForm = (page: Page): Locator => page.getByRole('group', { name: 'Message to us' });

const lookingFor = (form: Locator): Locator => form.getByRole('combobox', { name: 'Looking for' });

async function fillContactDetails(form: Locator): Promise<void> {
  await form.getByLabel('Name').fill(visitor.name);
  await form.getByLabel('Email').fill(visitor.email);
  await form.getByLabel('Phone').fill(visitor.phone);
}

async function fillEventForm(page: Page): Promise<Locator> {
  await page.goto('/');
  const form = eventForm(page);
  await fillContactDetails(form);
  await chooseOption(lookingFor(form), 'TRAINING ROOM');
  return form;
}

const pressEnquire = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: 'Enquire Now' }).click();

async function expectFieldsKept(form: Locator): Promise<void> {
  // The form takes over when it comes near the window, and a reload may begin at the top of the page.
  await form.scrollIntoViewIfNeeded();
  await expect(form.getByLabel('Name')).toHaveValue(visitor.name);
  await expect(form.getByLabel('Email')).toHaveValue(visitor.email);
  await expect(form.getByLabel('Phone')).toHaveValue(visitor.phone);
}

test('an enquiry is sent as a form and thanked for; another can be written', async ({ page }) => {
  const form = await fillEventForm(page);
  const sent = page.waitForRequest(ENQUIRE);
  await pressEnquire(form);
  const request = await sent;
  expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
    ...visitor,
    enquire_for: 'TRAINING ROOM',
  });
  expect((await request.response())?.status()).toBe(200);
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expect(form).toContainText('we’ll be in touch');

  await form.getByRole('button', { name: 'Send another' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await page.reload();
  await expect(form.getByLabel('Email')).toHaveValue('');
});

test('what a browser fills into an enquiry without an event is sent', async ({ page }) => {
  await page.goto('/');
  await expectHydrated(page);
  const form = eventForm(page);
  await form.scrollIntoViewIfNeeded();
  await fillSilently(form.getByLabel('Name'), visitor.name);
  await fillSilently(form.getByLabel('Email'), visitor.email);
  // A choice renders the form again, and keeps what was filled in.
  await chooseOption(lookingFor(form), 'TRAINING ROOM');
  await expect(form.getByLabel('Name')).toHaveValue(visitor.name);
  await fillSilently(form.getByLabel('Phone'), visitor.phone);
  const sent = page.waitForRequest(ENQUIRE);
  await pressEnquire(form);
  expect(Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''))).toMatchObject(visitor);
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeFocused();
});

test('a half-filled form survives a reload and another page', async ({ page }) => {
  const form = await fillEventForm(page);
  await page.reload();
  await expectFieldsKept(form);
  await expect(lookingFor(form)).toHaveText('TRAINING ROOM');
  await page.getByRole('link', { name: 'Learn more' }).click();
  await expect(contactForm(page).getByLabel('Name')).toHaveValue('');
  await page.goBack();
  await expectFieldsKept(form);
});

test('missing fields are marked, and without a connection the form shows an error and keeps its fields', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/ERR_INTERNET_DISCONNECTED/);
  expectError(/^Error submitting form /);
  // The rotating word of this page never reaches a final colour.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const form = await fillEventForm(page);
  await form.getByLabel('Email').fill('');
  await pressEnquire(form);
  await expect(form.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
  await form.getByLabel('Email').fill(visitor.email);

  await context.setOffline(true);
  await pressEnquire(form);
  await expect(form.getByRole('status')).toContainText('Check your connection');
  await expectFieldsKept(form);
  await expectAccessible(page);
  expect(logged).toContain('Error submitting form');
  expect(logged.join('\n')).not.toContain(visitor.email);

  await context.setOffline(false);
  await pressEnquire(form);
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('the form works by keyboard alone', async ({ page }) => {
  await page.goto('/');
  const form = eventForm(page);
  await form.getByLabel('Name').focus();
  for (const value of Object.values(visitor)) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('EV');
  await expect(lookingFor(form)).toHaveText('EVENTS');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Send another' })).toBeFocused();
});
