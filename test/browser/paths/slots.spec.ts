import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { selection } from '../../fixtures/booking.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import { slots as words } from '../../paths/words/slots.ts';
import { followFooterLink } from '../visitorActions.ts';
import { goToMeetingRooms } from './page/bookingActions.ts';
import { failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { testPaths } from './pathTest.ts';
import { longSession } from './page/world.ts';

/* The paths of a room's slots: the day, its taken slots, and the visitor's selection. */

const FOUR_DAYS_MS = 4 * 24 * 3_600_000;
const FIVE_DAYS_MS = 5 * 24 * 3_600_000;
/** The cached rooms expire in it. */
const OVER_A_MINUTE_MS = 61_000;

testPaths({
  name: 'slots',
  flow: () => 'slots:1',
  model: words.model,
  words,

  async start(world, { events }) {
    const { page } = world;
    if (!events.some(({ type }) => type === 'slots.cleared')) return page.goto('/meeting-room');
    // The visitor began a booking of this room before a reload.
    await world.fillStorage({
      local: world.storedTokens(longSession),
      tab: { checkout: { selection, bookingId: null } },
    });
    await page.goto(BOOKING_PATH);
    return goToMeetingRooms(page);
  },

  events: {
    'slots.dayEnded': (world) => world.advanceClock(FIVE_DAYS_MS),
    'slots.outdated': (world) => world.reconnect(),
    'slots.roomChanged': (world) => world.advanceClock(OVER_A_MINUTE_MS),
    'slots.cleared': async (world) => {
      const { page } = world;
      await world.keepOpen(world.gates.book, { data: { booking_id: 'booking-1' } });
      await page.goBack();
      await page.getByRole('button', { name: 'CONFIRM', exact: true }).click();
      await expect(page).toHaveURL(/\/my-bookings$/);
      // The page takes the focus after its address has changed, and a key pressed meanwhile would be lost.
      await expect(page.getByRole('main')).toBeFocused();
      await followFooterLink(page, 'Meeting Rooms');
    },
    'xstate.done.actor.loadTaken': (world, { output }) =>
      world.gates.taken.open({ data: { time: (output as readonly number[]).map(slotTime) } }),
    'xstate.error.actor.loadTaken': (world, event) => world.gates.taken.open(failureIn(event)),
    'xstate.done.actor.refreshTaken': (world, { output }) =>
      world.gates.taken.open({ data: { time: (output as readonly number[]).map(slotTime) } }),
    'xstate.error.actor.refreshTaken': (world, event) => world.gates.taken.open(failureIn(event)),
    // The shown day begins.
    'xstate.after.untilNextSlot.slots.day.ready.choosing': (world) => world.advanceClock(FOUR_DAYS_MS),
  },
});
