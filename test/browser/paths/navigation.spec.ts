import type { AnyEventObject } from 'xstate';
import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { navigation } from '../../paths/models/navigation.ts';
import { selection } from '../../fixtures/booking.ts';
import { ROOMS_PATH } from '../../../domain/rooms/roomsLink.ts';
import { followFooterLink } from '../visitorActions.ts';
import { isAt, viewSlots } from './page/bookingActions.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import { longSession, type World } from './page/world.ts';

/* The paths of the navigation: pages that the visitor opens, a page that a booking opens, and the side menu. */

const menu = ({ page }: World) => page.getByRole('dialog', { name: 'Menu' });

const lastArrival = (events: readonly AnyEventObject[]): AnyEventObject | undefined =>
  events.findLast(({ type }) => type === 'navigation.arrived');
const isMenuOpen = (events: readonly AnyEventObject[]): boolean => events.at(-1)?.type === 'menu.opened';

async function expectPage(world: World, { event, context, earlier }: StepInContext): Promise<void> {
  const { page } = world;
  const { path } = context as { path: string };
  const searched = [...earlier, { event }].findLast((step) => step.event?.type === 'navigation.searched');
  const search = String(searched?.event?.['query'] ?? '');
  await expect(page).toHaveURL((url) => url.pathname === path && url.search === search);
  if (event?.type === 'navigation.arrived' && event['query'] !== undefined)
    await expect(page.getByLabel('Headcount')).toHaveValue('50');
}

testPaths({
  name: 'navigation',
  flow: () => 'navigation',
  model: navigation,
  // The first event of a path opens the first page.
  start: (world) =>
    world.fillStorage({
      local: world.storedTokens(longSession),
      tab: { checkout: { selection, bookingId: null } },
    }),
  isTransientState: ({ event }) => event === null,
  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event) => {
      const { type, path, query } = event;
      // In these paths only a booking opens a page by itself.
      const isBooking = lastArrival(earlier)?.['path'] === BOOKING_PATH;
      if (type === 'navigation.go') return isBooking && isMenuOpen(earlier);
      const lastPage = lastArrival(earlier);
      // A search after a link with a headcount would contain that headcount. The open menu covers the form.
      if (type === 'navigation.searched')
        return lastPage?.['path'] === ROOMS_PATH && lastPage['query'] === undefined && !isMenuOpen(earlier);
      // The page reports its search again when the visitor returns to it, which the model does not.
      if (
        type === 'navigation.arrived' &&
        earlier.some((earlierEvent) => earlierEvent.type === 'navigation.searched')
      )
        return false;
      if (type !== 'navigation.arrived') return earlier.length > 0;
      // The booking page cannot be opened again, and the menu has no link with a headcount.
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
      // A booking is confirmed before the menu opens, and continues while it is open.
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
      await expectPage(world, step);
    },
    'page search menu.open': async (world, { context }) => {
      await expect(menu(world)).toBeVisible();
      expect(isAt(world.page, (context as { path: string }).path)).toBe(true);
    },
  },
});
