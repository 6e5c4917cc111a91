import { BOOKING_PATH } from '../../../machines/navigation.ts';
import { messages } from '../../../domain/messages.ts';
import { slots } from '../../paths/models/slots.ts';
import { room, selection } from '../../fixtures/booking.ts';
import { clockTime, type SlotRange } from '../../../domain/slots.ts';
import { clickAnyway, followFooterLink, toast } from '../walk.ts';
import { bookNow, card, slotCell, isAt, toMeetingRooms, viewSlots } from './choosing.ts';
import { failureIn } from './gates.ts';
import { expect } from './probed.ts';
import { type StepAhead, walkPaths } from './walkPath.ts';
import { calmSession, type World } from './world.ts';

/* A room's slots: the day, its taken slots, and the visitor's choice. */

const ranges: Readonly<Record<number, string>> = { 18: '9:00 to 9:30 AM', 20: '10:00 to 10:30 AM' };
const rangeOf = (slot: unknown): string => {
  const range = ranges[slot as number];
  if (range === undefined) throw new Error(`there is no name for slot ${String(slot)}`);
  return range;
};

const FOUR_DAYS_MS = 4 * 24 * 3_600_000;
const FIVE_DAYS_MS = 5 * 24 * 3_600_000;

/** What of the machine's context the person sees. */
interface Shown {
  readonly isSearchEdited: boolean;
  readonly selection: readonly number[];
  readonly isPreselected: boolean;
  readonly wanted?: SlotRange;
  readonly taken: readonly number[];
}

/** The day is there to choose from, and it shows what the last event has done. */
async function seesDay({ page }: World, { event, context, earlier }: StepAhead): Promise<void> {
  const { isSearchEdited, selection: chosen } = context as Shown;
  const before = earlier.at(-1)?.context as Shown | undefined;
  const hasLostAny = (before?.selection.length ?? 0) > 0 && chosen.length === 0;
  const hasLostChoice = hasLostAny && !before?.isPreselected;
  if (event?.type === 'slots.searchEdited') {
    const notice = page.getByRole('status').filter({ hasText: 'You have changed the search' });
    await expect(notice).toBeVisible({ visible: event['isEdited'] === true });
    return;
  }
  if (isSearchEdited) return expect(card(page)).toBeHidden();
  if (event?.type === 'slots.bookPressed' && hasLostAny) {
    await expect(toast(page, messages.slots.unavailable).last()).toBeVisible();
    await expect(card(page)).toContainText('No time chosen yet');
    expect(isAt(page, '/meeting-room')).toBe(true);
    return;
  }
  if (event?.type === 'slots.bookPressed' && chosen.length === 0) {
    await expect(toast(page, messages.slots.selectAny).last()).toBeVisible();
    expect(isAt(page, '/meeting-room')).toBe(true);
    return;
  }
  if (event?.type === 'slots.bookPressed') {
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your booking' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: room.room_name })).toBeVisible();
    return;
  }
  await expect(slotCell(page, '9:00 to 9:30 AM')).toHaveAccessibleName(/, taken$/);
  if (event?.type === 'slots.rangeChosen') {
    await expect(slotCell(page, '9:30 to 10:00 AM')).toHaveAttribute('aria-selected', 'true');
    await expect(card(page)).toContainText('9:30 AM – 10:30 AM');
  }
  if (event?.type === 'slots.clicked') {
    const isChosen = event['slot'] === 20;
    await expect(slotCell(page, rangeOf(event['slot']))).toHaveAttribute('aria-selected', String(isChosen));
    if (!isChosen) await expect(toast(page, messages.slots.unavailable).last()).toBeVisible();
  }
  if (hasLostChoice && event?.type.startsWith('xstate.done.')) {
    await expect(slotCell(page, '10:00 to 10:30 AM')).toHaveAccessibleName(/, taken$/);
    await expect(card(page)).toContainText('No time chosen yet');
    await expect(toast(page, messages.slots.unavailable).last()).toBeVisible();
  }
}

walkPaths({
  name: 'slots',
  flow: () => 'slots:1',
  model: slots,

  async start(world, { events }) {
    const { page } = world;
    if (!events.some(({ type }) => type === 'slots.cleared')) return page.goto('/meeting-room');
    // A booking of this room was begun before a reload.
    await world.keep({
      local: world.tokensOf(calmSession),
      tab: { checkout: { selection, bookingId: null } },
    });
    await page.goto(BOOKING_PATH);
    return toMeetingRooms(page);
  },

  tours: {
    maxEvents: 15,
    canFollow: (earlier, { type, range }, _input, at) => {
      const { isSearchEdited, selection: chosen, taken, wanted } = at.context as Shown;
      // What was found for another search is hidden.
      if (isSearchEdited && ['slots.clicked', 'slots.rangeChosen', 'slots.bookPressed'].includes(type))
        return false;
      // Only what is free is offered, and only where the wanted time is not.
      if (type === 'slots.rangeChosen')
        return wanted?.start === 18 && !taken.includes(20) && (range as SlotRange).start === 19;
      // The booking that clears the choice was made before a reload.
      if (type === 'slots.cleared') return earlier.length === 0;
      // The choice has led to the booking.
      if (earlier.at(-1)?.type === 'slots.bookPressed' && chosen.length > 0) return false;
      // The model's clock stands still: on another day than its own, other slots have begun.
      if (earlier.some((event) => event.type.includes('untilNextSlot'))) return type.startsWith('xstate.');
      return type !== 'slots.dateChosen' || !earlier.some((event) => event.type === 'slots.dayEnded');
    },
  },

  events: {
    'slots.dateChosen': async ({ page }, { date, wanted }) => {
      const range = wanted as SlotRange | undefined;
      // By key: a toast may lie over the list.
      const chooseByKey = async (name: string, option: string) => {
        await page.getByRole('combobox', { name }).press('Enter');
        await page.getByRole('option', { name: option, exact: true }).press('Enter');
        await expect(page.getByRole('combobox', { name })).toHaveText(option);
      };
      if (range) await chooseByKey('Start time', clockTime(range.start));
      await chooseByKey('Duration', range ? '1 hour' : 'Any');
      await viewSlots(page, String(date));
    },
    'slots.rangeChosen': ({ page }) => card(page).getByRole('button', { name: '9:30–10:30 AM' }).click(),
    'slots.searchEdited': async ({ page }, { isEdited }) => {
      const headcount = page.getByLabel('Headcount');
      const shownFor = Number(await headcount.inputValue());
      await headcount.fill(String(isEdited ? shownFor + 1 : shownFor - 1));
    },
    'slots.dayEnded': (world) => world.pass(FIVE_DAYS_MS),
    'slots.clicked': ({ page }, { slot }) => clickAnyway(slotCell(page, rangeOf(slot))),
    'slots.outdated': async (world) => {
      const again = world.page.getByRole('button', {
        name: `Try again to load the times of ${room.room_name}`,
      });
      await ((await again.isVisible()) ? again.click() : world.wake());
    },
    'slots.bookPressed': ({ page }) => bookNow(page),
    'slots.roomChanged': async ({ page, pass }) => {
      // Away for so long that the rooms are forgotten, and back.
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click();
      await expect(page).toHaveURL(/\/about-us$/);
      await expect(card(page)).toBeHidden();
      await pass(61_000);
      await page.goBack();
    },
    'slots.cleared': async (world) => {
      const { page } = world;
      await world.alwaysOpen(world.gates.book, { data: { booking_id: 'booking-1' } });
      await page.goBack();
      await page.getByRole('button', { name: 'CONFIRM', exact: true }).click();
      await expect(page).toHaveURL(/\/my-bookings$/);
      await followFooterLink(page, 'Meeting Rooms');
    },
    'xstate.done.actor.loadTaken': (world, { output }) => world.gates.taken.open({ data: { time: output } }),
    'xstate.error.actor.loadTaken': (world, event) => world.gates.taken.open(failureIn(event)),
    'xstate.done.actor.refreshTaken': (world, { output }) =>
      world.gates.taken.open({ data: { time: output } }),
    'xstate.error.actor.refreshTaken': (world, event) => world.gates.taken.open(failureIn(event)),
    // The day that is shown begins.
    'xstate.after.untilNextSlot.slots.ready.choosing': (world) => world.pass(FOUR_DAYS_MS),
  },

  states: {
    noDate: async ({ page }, { event }) => {
      await expect(card(page)).toContainText(
        'Choose a date and press View Slots to see when this room is free.',
      );
      if (event?.type !== 'slots.bookPressed') return;
      await expect(toast(page, messages.slots.selectAny).last()).toBeVisible();
      expect(isAt(page, '/meeting-room')).toBe(true);
    },
    loading: async ({ page }, { context }) => {
      if ((context as Shown).isSearchEdited) return expect(card(page)).toBeHidden();
      await expect(card(page).getByText(`Loading the times of ${room.room_name}`)).toBeAttached();
      await expect(card(page).getByRole('gridcell')).toHaveCount(0);
    },
    'ready.choosing': seesDay,
    // The visitor goes on choosing.
    'ready.refreshing': seesDay,
    failed: async ({ page }, { context }) => {
      if ((context as Shown).isSearchEdited) return expect(card(page)).toBeHidden();
      await expect(card(page)).toContainText('The times of this room could not be loaded.');
      await expect(card(page).getByRole('button', { name: /^Try again/ })).toBeVisible();
    },
  },
});
