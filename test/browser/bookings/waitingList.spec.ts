import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../../contract/paths.ts';
import type { WaitingListEntry } from '../../../contract/bookings/waitingList.ts';
import { nextEmailTime } from '../../../domain/bookings/waitingList.ts';
import { entryToken } from '../../../server/bookings/waitingList/entries.ts';
import { signInToApi } from '../apiClient.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import {
  selectSlots,
  clickAriaDisabled,
  guest,
  inDays,
  member,
  roomCard,
  searchFor,
  signIn,
  slot,
  expectToast,
} from '../visitorActions.ts';

const ROOM = 'Marina Huddle';

test('a guest joins the waiting list by keyboard, gets the room when it is released, and leaves by the link of an email', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const date = inDays(75);
  const memberApi = await signInToApi(site.url, member);
  const booking = await memberApi.book(ROOM, date, { start: 20, end: 22 });
  await signIn(page, guest);
  await searchFor(page, date);
  const card = roomCard(page, ROOM);
  for (const range of ['10:00 to 10:30 AM', '10:30 to 11:00 AM']) await clickAriaDisabled(slot(card, range));
  await expect(card.getByText('10:00–11:00 AM is taken.')).toBeVisible();
  await expect(card.getByRole('list', { name: 'Free in this room' }).getByRole('button')).not.toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const joinButton = card.getByRole('button', { name: 'Tell me if it becomes free' });
  await joinButton.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText('You are on the waiting list.', { exact: false })).toBeVisible();

  await card.getByRole('link', { name: 'My bookings' }).click();
  const list = page.getByRole('region', { name: 'Waiting list' });
  const entry = list.getByRole('article', { name: ROOM });
  await expect(entry).toContainText(
    'It is taken. We will email you when it becomes free, between 8 AM and 9 PM.',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await memberApi.cancel(booking);
  const guestApi = await signInToApi(site.url, guest);
  if (nextEmailTime(Date.now()) > Date.now()) {
    // At night nothing is offered (decision 0057): the page gets the response of the next morning.
    await page.route(`**${paths.waitingList}`, async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: WaitingListEntry[] };
      const offered_until = new Date(Date.now() + 30 * 60_000).toISOString();
      await route.fulfill({
        json: {
          data: data.map((waitingListEntry) => ({ ...waitingListEntry, state: 'offered', offered_until })),
        },
      });
    });
  } else await expect.poll(async () => (await guestApi.waitingListEntries())[0]?.state).toBe('offered');
  await page.reload();
  await expect(entry).toContainText(/It is free, and held for you until \d+:\d\d [AP]M\./);
  await entry.getByRole('button', { name: 'Book it' }).click();
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  await expect(page.getByRole('main')).toContainText('10:00 AM');

  const [guestEntry] = await guestApi.waitingListEntries();
  const secret = readFileSync(join(site.dataDir, 'refresh-token.secret'), 'utf8');
  await page.goto(`/waiting-list#${entryToken(secret, guestEntry?.id ?? '')}`);
  await expect(page.getByRole('heading', { level: 1, name: ROOM })).toBeVisible();
  await expectAccessible(page);
  expect(await guestApi.waitingListEntries()).toHaveLength(1);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectToast(page, 'You are off the waiting list.');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This request is not on the waiting list' }),
  ).toBeVisible();
  expect(await guestApi.waitingListEntries()).toEqual([]);
  // What was held is free again.
  await memberApi.book(ROOM, date, { start: 20, end: 22 });
});

test('a choice of which somebody takes a part is kept as far as it can be, and other times and rooms are one press away', async ({
  page,
  site,
}) => {
  const date = inDays(76);
  const memberApi = await signInToApi(site.url, member);
  await searchFor(page, date);
  const card = await selectSlots(page, ROOM, [
    '10:00 to 10:30 AM',
    '10:30 to 11:00 AM',
    '11:00 to 11:30 AM',
    '11:30 AM to 12:00 PM',
  ]);
  await memberApi.book(ROOM, date, { start: 21, end: 22 });
  await expect(
    card.getByText(
      '10:30–11:00 AM is no longer free: someone else has booked or is holding it. 11:00 AM–12:00 PM is still chosen.',
    ),
  ).toBeVisible();
  await expectToast(page, 'slot-unavailable');
  await expect(slot(card, '10:00 to 10:30 AM')).toHaveAttribute('aria-selected', 'false');
  await expect(slot(card, '11:00 to 11:30 AM')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);

  await card.getByRole('list', { name: 'Free in this room' }).getByRole('button').first().click();
  await expect(card.getByText('2 hours', { exact: false })).toBeVisible();
  await clickAriaDisabled(slot(card, '10:30 to 11:00 AM'));
  const rooms = card.getByRole('list', { name: '10:30–11:00 AM in another room' });
  const name = (await rooms.getByRole('button').first().innerText()).split(',')[0] as string;
  await rooms.getByRole('button').first().click();
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10:30 AM');
});
