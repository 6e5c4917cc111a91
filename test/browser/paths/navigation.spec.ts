import type { AnyEventObject } from 'xstate';
import { BOOKING_PATH } from '../../../machines/navigation.ts';
import { navigation } from '../../paths/models/navigation.ts';
import { selection } from '../../fixtures/booking.ts';
import { ROOMS_PATH } from '../../../domain/roomsLink.ts';
import { followFooterLink } from '../walk.ts';
import { isAt, viewSlots } from './choosing.ts';
import { expect } from './probed.ts';
import { type StepAhead, walkPaths } from './walkPath.ts';
import { calmSession, type World } from './world.ts';

/* The navigation's paths: pages that the visitor opens, one that a booking opens, and the side menu. */

const menu = ({ page }: World) => page.getByRole('dialog', { name: 'Menu' });

const lastArrival = (events: readonly AnyEventObject[]): AnyEventObject | undefined =>
  events.findLast(({ type }) => type === 'navigation.arrived');
const isMenuOpen = (events: readonly AnyEventObject[]): boolean => events.at(-1)?.type === 'menu.opened';

async function seesPage(world: World, { event, context, earlier }: StepAhead): Promise<void> {
  const { page } = world;
  const { path } = context as { path: string };
  const searched = [...earlier, { event }].findLast((step) => step.event?.type === 'navigation.searched');
  const search = String(searched?.event?.['query'] ?? '');
  await expect(page).toHaveURL((url) => url.pathname === path && url.search === search);
  if (event?.type === 'navigation.arrived' && event['query'] !== undefined)
    await expect(page.getByLabel('Headcount')).toHaveValue('50');
}

walkPaths({
  name: 'navigation',
  flow: () => 'navigation',
  model: navigation,
  // The first page is an event of its own.
  start: (world) =>
    world.keep({ local: world.tokensOf(calmSession), tab: { checkout: { selection, bookingId: null } } }),
  isFleeting: ({ event }) => event === null,
  tours: {
    maxEvents: 15,
    canFollow: (earlier, event) => {
      const { type, path, query } = event;
      // A booking is the only flow here that opens a page.
      const isBooking = lastArrival(earlier)?.['path'] === BOOKING_PATH;
      if (type === 'navigation.go') return isBooking && isMenuOpen(earlier);
      const lastPage = lastArrival(earlier);
      // The form of a link has another headcount, and the open menu covers it.
      if (type === 'navigation.searched')
        return lastPage?.['path'] === ROOMS_PATH && lastPage['query'] === undefined && !isMenuOpen(earlier);
      // The page says its search again when it is reached, and the model's router does not.
      if (type === 'navigation.arrived' && earlier.some((each) => each.type === 'navigation.searched'))
        return false;
      if (type !== 'navigation.arrived') return earlier.length > 0;
      // The booking is left behind with its page; the menu has no link with a headcount.
      if (path === BOOKING_PATH) return earlier.length === 0;
      return earlier.length > 0 && !(isMenuOpen(earlier) && query !== undefined);
    },
  },

  events: {
    'navigation.arrived': async (world, { path, query }, { earlier }) => {
      const { page } = world;
      if (path === BOOKING_PATH) return page.goto(BOOKING_PATH);
      if (query !== undefined) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
        return page.getByRole('link', { name: /^Halls/ }).click();
      }
      if (earlier.at(-1)?.state.endsWith('menu.open'))
        return menu(world).getByRole('link', { name: 'Meeting Rooms' }).click();
      await followFooterLink(page, 'Meeting Rooms');
    },
    'navigation.searched': ({ page }) => viewSlots(page),
    'menu.opened': async ({ page }, _event, { next }) => {
      // A booking that is confirmed goes on while the menu is open.
      if (next?.event?.type === 'navigation.go')
        await page.getByRole('button', { name: 'CONFIRM', exact: true }).click();
      await page.getByRole('button', { name: 'Open menu' }).click();
    },
    'menu.closed': (world) => menu(world).getByRole('button', { name: 'Close menu' }).click(),
    'navigation.go': (world) => world.gates.book.open({ data: { booking_id: 'booking-1' } }),
  },

  states: {
    'page search menu.closed': async (world, step) => {
      await expect(menu(world)).toBeHidden();
      await seesPage(world, step);
    },
    'page search menu.open': async (world, { context }) => {
      await expect(menu(world)).toBeVisible();
      expect(isAt(world.page, (context as { path: string }).path)).toBe(true);
    },
  },
});
