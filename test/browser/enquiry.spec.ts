import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './site.ts';
import { chooseOption } from './visitorActions.ts';

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

test('the choice is between events, meeting rooms and training rooms', async ({ page }) => {
  await page.goto('/');
  await lookingFor(eventForm(page)).click();
  await expect(page.getByRole('option')).toHaveText([
    'Choose one',
    'EVENTS',
    'MEETING ROOM',
    'TRAINING ROOM',
  ]);
});

test('the contact variant sends its message', async ({ page }) => {
  await page.goto('/about-us');
  const form = contactForm(page);
  await fillContactDetails(form);
  await form.getByLabel('Message').fill('Do you cater?\nFor forty.');
  const sent = page.waitForRequest(ENQUIRE);
  await form.getByRole('button', { name: 'Send message' }).click();
  const body = new URLSearchParams((await sent).postData() ?? '');
  expect(body.get('enquire_for')).toBe('Do you cater?\nFor forty.');
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('with missing fields nothing is sent; each has an error and the first has the focus', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/about-us');
  const form = contactForm(page);
  await form.getByLabel('Name').fill(visitor.name);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByLabel('Email')).toBeFocused();
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address');
  await expect(form.getByLabel('Phone')).toHaveAccessibleDescription('Enter your phone number');
  await expect(form.getByLabel('Message')).toHaveAccessibleDescription('Write your message');
  await expect(form.getByLabel('Message')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByRole('status')).toHaveText(/^Please check the 3 fields above/);
  await expectAccessible(page);

  await form.getByLabel('Email').fill(visitor.email);
  await expect(form.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Name')).toHaveValue(visitor.name);
  expect(requests.filter((url) => url.includes('/api/enquire'))).toEqual([]);
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

for (const [situation, status, errorText] of [
  ['that is down', 503, 'Something went wrong on our side'],
  ['that has had too many', 429, 'please wait a few minutes'],
] as const) {
  test(`a server ${situation} loses no input, and sending can be retried`, async ({ page, expectError }) => {
    expectError(new RegExp(`${status}.*/api/enquire/`));
    expectError(/^Error submitting form /);
    // The rotating word of this page never reaches a final colour.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(ENQUIRE, (route) =>
      route.fulfill({ status, json: { error: { code: 'unavailable', message: 'Please try again' } } }),
    );
    const form = await fillEventForm(page);
    await pressEnquire(form);
    await expect(form.getByRole('status')).toContainText(errorText);
    await expect(form.getByRole('button', { name: 'Enquire Now' })).toBeFocused();
    await expectFieldsKept(form);
    await expectAccessible(page);
    expect(logged).toContain('Error submitting form');
    expect(logged.join('\n')).not.toContain(visitor.email);

    await page.unroute(ENQUIRE);
    await pressEnquire(form);
    await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });
}

test('without a connection the form shows an error and keeps its fields', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/ERR_INTERNET_DISCONNECTED/);
  expectError(/^Error submitting form /);
  const form = await fillEventForm(page);
  await context.setOffline(true);
  await pressEnquire(form);
  await expect(form.getByRole('status')).toContainText('Check your connection');
  await context.setOffline(false);
  await pressEnquire(form);
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('a double press on a slow network sends once', async ({ page }) => {
  let requestCount = 0;
  let continueRequest: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (continueRequest = resolve));
  await page.route(ENQUIRE, async (route) => {
    requestCount += 1;
    await released;
    await route.continue();
  });
  const form = await fillEventForm(page);
  await form.getByRole('button', { name: 'Enquire Now' }).dblclick();
  await expect(form.getByRole('status')).toHaveText('Sending…');
  await form.getByLabel('Phone').press('Enter');
  continueRequest();
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(requestCount).toBe(1);
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
