import type { Page } from '@playwright/test';
import { BOOKING_PATH } from '../../../../machines/engine/navigation.ts';
import { room, selection } from '../../../fixtures/booking.ts';
import { enterDate, followFooterLink } from '../../visitorActions.ts';
import { expect } from './probed.ts';

/* The actions of a person on the way to a booking, with the one room of the models. */

const articleOptions = { name: room.roomName };

export const card = (page: Page) => page.getByRole('article', articleOptions);

/** By the beginning of its name: '10:00 to 10:30 AM'. */
export const slotCell = (page: Page, range: string) =>
  card(page).getByRole('gridcell', { name: new RegExp(`^${range},`) });

export const isAt = (page: Page, path: string): boolean => new URL(page.url()).pathname === path;

export async function viewSlots(page: Page, date: string = selection.date): Promise<void> {
  await enterDate(page, date);
  // The keyboard presses the button, because a toast may cover it.
  await page.getByRole('button', { name: 'View Slots', exact: true }).press('Enter');
}

export async function bookNow(page: Page): Promise<void> {
  await card(page)
    .getByRole('button', { name: /^Book now/ })
    .click();
}

/** Opens the rooms without loading a document. */
export async function goToMeetingRooms(page: Page): Promise<void> {
  if (isAt(page, '/meeting-room')) return;
  if (isAt(page, BOOKING_PATH)) await page.getByRole('link', { name: 'Back to meeting rooms' }).click();
  else await followFooterLink(page, 'Meeting Rooms');
  // The address changes when the code of the page is there; a step back before that would leave the page before.
  await expect(page).toHaveURL((url) => url.pathname === '/meeting-room');
}
