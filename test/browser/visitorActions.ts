import type { APIRequestContext, FrameLocator, Locator, Page } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import type { LoginResponse } from '../../contract/account/session.ts';
import type { RoomsResponse } from '../../contract/rooms/rooms.ts';
import { addDays, addMonths, dateAt, fullDate } from '../../domain/time/calendar.ts';
import { searchQuery } from '../../domain/rooms/searchParams.ts';
import { formatDayFirst } from '../../domain/time/typedDate.ts';
import { takeRecordedToast } from './recordedToasts.ts';
import { expect } from './site.ts';

/* The actions of a person on the site. */

export const member = { email: 'member@example.com', password: 'Member-2025!' };
export const guest = { email: 'guest@example.com', password: 'Guest-2025!' };

export type Account = typeof member;

/** Test cards of the sandbox. */
export const cards = { success: '4100 2800 0000 1007', declined: '4100 2800 0006 0003' };

/** An IST date some days ahead; tests that share a server use different ones. */
export const inDays = (days: number): string => addDays(dateAt(Date.now()), days);

/** Fills an input as a password manager or the browser does: without an event. */
export const fillSilently = (input: Locator, text: string): Promise<void> =>
  input.evaluate((element, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  }, text);

/** A toast that the page shows now. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-flow="notifier"]').getByText(text, { exact: true });

/** A toast that is going may still be in the page. */
export const newestToast = (page: Page, text: string): Locator => toast(page, text).last();

/** Shown now or before. A toast counts for one call only. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect(async () => expect(await takeRecordedToast(page, text), `the toast “${text}”`).toBe(true)).toPass();

/** The flows run and the page handles input; before that, links load documents. */
export const expectHydrated = (page: Page, session: RegExp = /^(?!restoring)/): Promise<void> =>
  expect(page.locator('header [data-flow="session"]')).toHaveAttribute('data-state', session);

/**
 * Follows a link of the footer, by key: when a part of the page comes late, the footer moves, and a mouse button is released over
 * something else than it was pressed on.
 */
export const followFooterLink = (page: Page, name: string): Promise<void> =>
  page.getByRole('contentinfo').getByRole('link', { name }).press('Enter');

export const roomCard = (page: Page, name: string): Locator => page.getByRole('article', { name });

/** A slot by its start, as a room's list names it: '10:00 to 10:30 AM'. */
export const slot = (card: Locator, range: string): Locator =>
  card.getByRole('gridcell', { name: new RegExp(`^${range},`) });

/**
 * Chooses from a list, opened by key and grown to its full size: a mouse button that a busy machine releases late is released
 * over what the list has put under the pointer by then.
 */
export async function chooseOption(field: Locator, option: string): Promise<void> {
  await field.press('Enter');
  const listItem = field.page().getByRole('option', { name: option, exact: true });
  await expect(field.page().locator('.MuiPopover-paper', { has: listItem })).toHaveCSS('transform', 'none');
  await listItem.click();
  await expect(field).toHaveText(option);
}

export const dateField = (page: Page): Locator => page.getByLabel('Date', { exact: true });

/** Types a date 'YYYY-MM-DD' as people do, the day first. */
export const enterDate = (page: Page, date: string): Promise<void> =>
  dateField(page).fill(formatDayFirst(date));

export const expectDate = (page: Page, date: string): Promise<void> =>
  expect(dateField(page)).toHaveValue(formatDayFirst(date));

/** A day of the open calendar. */
export const calendarDay = (page: Page, date: string): Locator =>
  page
    .getByRole('dialog', { name: 'Choose a date' })
    .getByRole('gridcell', { name: fullDate(date), exact: true });

/** Six months from today, and nothing before or after. */
export async function expectBookingWindow(page: Page, today: string): Promise<void> {
  const lastDay = addMonths(today, 6);
  await page.getByRole('button', { name: 'Choose in a calendar' }).click();
  const previous = page.getByRole('button', { name: 'Previous month' });
  await expect(previous).toBeVisible();
  // It opens at the chosen date.
  for (let month = 0; month < 6 && (await calendarDay(page, today).count()) === 0; month += 1) {
    await previous.click();
  }
  await expect(calendarDay(page, today)).toHaveAttribute('aria-current', 'date');
  await expect(calendarDay(page, today)).toBeEnabled();
  const yesterday = addDays(today, -1);
  if (yesterday.slice(0, 7) === today.slice(0, 7)) await expect(calendarDay(page, yesterday)).toBeDisabled();
  await expect(previous).toBeDisabled();
  for (let month = 1; month <= 6; month += 1) {
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(calendarDay(page, `${addMonths(today, month).slice(0, 7)}-01`)).toBeVisible();
  }
  await expect(calendarDay(page, lastDay)).toBeEnabled();
  const dayAfterLast = addDays(lastDay, 1);
  if (dayAfterLast.slice(0, 7) === lastDay.slice(0, 7))
    await expect(calendarDay(page, dayAfterLast)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeHidden();
}

const searchCriteria = {
  headcount: '2',
  location: 'Chennai',
  startTime: '10:00:00',
  duration: '',
  amenities: [],
  sort: 'listed',
} as const;

/** Rooms for two people on a date from ten o'clock on, by the address that the form makes. */
export async function searchFor(page: Page, date: string): Promise<void> {
  await page.goto(`/meeting-room${searchQuery({ ...searchCriteria, date })}`);
  await expectHydrated(page);
}

export async function searchByForm(page: Page, date: string): Promise<void> {
  await page.goto('/meeting-room');
  // The persisted search is restored at hydration, and would overwrite the input.
  await expectHydrated(page);
  await enterDate(page, date);
  await page.getByLabel('Headcount').fill(searchCriteria.headcount);
  await chooseOption(page.getByRole('combobox', { name: 'Location' }), searchCriteria.location);
  await chooseOption(page.getByRole('combobox', { name: 'Start time' }), '10:00 AM');
  await page.getByRole('button', { name: 'View Slots' }).click();
}

export async function selectSlots(page: Page, room: string, ranges: readonly string[]): Promise<Locator> {
  const card = roomCard(page, room);
  for (const range of ranges) {
    await slot(card, range).click();
    await expect(slot(card, range)).toHaveAttribute('aria-selected', 'true');
  }
  return card;
}

/**
 * Clicks an aria-disabled element as a person does: where it is when nothing moves. Playwright's click waits for it to be
 * enabled; a forced one does not wait for the end of scrolling.
 */
export async function clickAriaDisabled(target: Locator): Promise<void> {
  await target.hover();
  await target.click({ force: true });
}

export async function bookNow(card: Locator): Promise<void> {
  const page = card.page();
  await card.getByRole('button', { name: /^Book now/ }).click();
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1, name: /^Confirm your/ })).toBeVisible();
}

export const confirm = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'CONFIRM', exact: true }).click();

export async function signInInDialog(page: Page, { email, password }: Account): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to confirm' });
  await dialog.getByLabel('Email Address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
}

/** Signs in with the call that the form makes, for a test that is about something else; the next page is signed in. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const response = await page.request.post(paths.login, { data: { email, password } });
  const { access, refresh } = (await response.json()) as LoginResponse;
  const localStorage = [
    { name: 'accessToken', value: access },
    { name: 'refreshToken', value: refresh },
  ];
  const { origin } = new URL(response.url());
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}

/** Somebody else, the demo's member, books half an hour of a room, from a start time to an end time. */
export async function bookAsMember(
  request: APIRequestContext,
  room: string,
  date: string,
  [start, end]: readonly [string, string],
): Promise<void> {
  const login = await request.post(paths.login, { data: member });
  const { access, user_id } = (await login.json()) as LoginResponse;
  const rooms = (await (await request.get(paths.rooms)).json()) as RoomsResponse;
  const mid = rooms.data.find(({ room_name }) => room_name === room)?.id;
  const booked = await request.post(paths.book, {
    headers: { authorization: `Bearer ${access}` },
    data: { mid, uid: user_id, bdate: date, stime: start, etime: start, ctime: end },
  });
  expect(booked.status()).toBe(200);
}

/** Signs in with the form, on the page of its own. */
export async function signInByForm(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Over the page. */
export const checkoutFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe.razorpay-checkout-frame');

/** A signed-in guest in front of the checkout of one slot; `isBlocked`: its window is not expected to open. */
export async function openCheckout(
  page: Page,
  room: string,
  date: string,
  range: string,
  { isBlocked = false }: { isBlocked?: boolean } = {},
): Promise<void> {
  await signIn(page, guest);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, room, [range]));
  await confirm(page);
  if (!isBlocked) await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();
}

/** Fills in a card, pays, and enters the code when the card requires one. */
export async function payByCard(page: Page, number: string): Promise<void> {
  const sheet = checkoutFrame(page);
  await sheet.getByLabel('Card number').fill(number);
  await sheet.getByLabel('Expiry').fill('12/40');
  await sheet.getByLabel('CVV').fill('123');
  await sheet.getByLabel('Name on card').fill('Asha Raman');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
  await sheet.getByLabel('One-time code').fill('1234');
  await sheet.getByRole('button', { name: 'Confirm payment' }).click();
}

/** Closes the provider's checkout and confirms that. */
export async function leaveCheckout(page: Page, warning: RegExp | null = null): Promise<void> {
  await checkoutFrame(page).getByRole('button', { name: 'Close payment' }).click();
  if (warning)
    await expect(checkoutFrame(page).getByRole('dialog', { name: /^Leave/ })).toContainText(warning);
  await checkoutFrame(page).getByRole('button', { name: 'Leave' }).click();
}

/** In My bookings. */
export const bookingCard = (page: Page, room: string, date: string): Locator =>
  page.getByRole('article', { name: room }).filter({ hasText: date });
