import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { messages } from '../../../domain/text/messages.ts';
import { slots } from '../../paths/models/slots.ts';
import { room, selection } from '../../fixtures/booking.ts';
import { clockTime, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { clickAriaDisabled, followFooterLink, newestToast } from '../visitorActions.ts';
import { bookNow, card, slotCell, isAt, goToMeetingRooms, viewSlots } from './page/bookingActions.ts';
import { failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import { longSession, type World } from './page/world.ts';

/* The paths of a room's slots: the day, its taken slots, and the visitor's selection. */

const ranges: Readonly<Record<number, string>> = { 18: '9:00 to 9:30 AM', 20: '10:00 to 10:30 AM' };
const rangeOf = (slot: unknown): string => {
  const range = ranges[slot as number];
  if (range === undefined) throw new Error(`there is no name for slot ${String(slot)}`);
  return range;
};

const FOUR_DAYS_MS = 4 * 24 * 3_600_000;
const FIVE_DAYS_MS = 5 * 24 * 3_600_000;

/** What a person sees of the machine's context. */
interface SlotsContext {
  readonly selection: readonly number[];
  readonly requestedRange?: SlotRange;
  readonly taken: readonly number[];
}

/** The rooms are hidden, because the form has been changed since the day was loaded. */
const isHidden = (state: string): boolean => state.includes('search.edited');

/** Slots can be selected, and the page shows the effect of the last event. */
async function expectDay(
  { page }: World,
  { event, context, earlier, from, state }: StepInContext,
): Promise<void> {
  const { selection: selectedSlots } = context as SlotsContext;
  const previousContext = earlier.at(-1)?.context as SlotsContext | undefined;
  const isSelectionCleared = (previousContext?.selection.length ?? 0) > 0 && selectedSlots.length === 0;
  const isChoiceLost = isSelectionCleared && !from?.includes('selection.preselected');
  if (event?.type === 'slots.searchEdited') {
    const notice = page.getByRole('status').filter({ hasText: 'You have changed the search' });
    await expect(notice).toBeVisible({ visible: event['isEdited'] === true });
    return;
  }
  if (isHidden(state)) return expect(card(page)).toBeHidden();
  if (event?.type === 'slots.bookPressed' && isSelectionCleared) {
    await expect(newestToast(page, messages.slots.unavailable)).toBeVisible();
    await expect(card(page)).toContainText('No time chosen yet');
    expect(isAt(page, '/meeting-room')).toBe(true);
    return;
  }
  if (event?.type === 'slots.bookPressed' && selectedSlots.length === 0) {
    await expect(newestToast(page, messages.slots.selectAny)).toBeVisible();
    expect(isAt(page, '/meeting-room')).toBe(true);
    return;
  }
  if (event?.type === 'slots.bookPressed') {
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your booking' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: room.roomName })).toBeVisible();
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
    if (!isChosen) await expect(newestToast(page, messages.slots.unavailable)).toBeVisible();
  }
  if (isChoiceLost && event?.type.startsWith('xstate.done.')) {
    await expect(slotCell(page, '10:00 to 10:30 AM')).toHaveAccessibleName(/, taken$/);
    await expect(card(page)).toContainText('No time chosen yet');
    await expect(newestToast(page, messages.slots.unavailable)).toBeVisible();
  }
}

testPaths({
  name: 'slots',
  flow: () => 'slots:1',
  model: slots,
  checkedRegion: 'day',

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

  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, { type, range }, _input, snapshot) => {
      const { selection: selectedSlots, taken, requestedRange } = snapshot.context as SlotsContext;
      // The page hides the rooms of an earlier search.
      if (
        snapshot.matches({ search: 'edited' }) &&
        ['slots.clicked', 'slots.rangeChosen', 'slots.bookPressed'].includes(type)
      )
        return false;
      // The page offers free times only in a room where the requested time is taken.
      if (type === 'slots.rangeChosen')
        return requestedRange?.start === 18 && !taken.includes(20) && (range as SlotRange).start === 19;
      // The booking that clears the selection began before a reload.
      if (type === 'slots.cleared') return earlier.length === 0;
      // Book now with a selection has opened the booking page.
      if (earlier.at(-1)?.type === 'slots.bookPressed' && selectedSlots.length > 0) return false;
      // The model's clock is fixed. After a change of day, other slots have started on the page than in the model.
      // The page's clock has then passed to the shown day, which ends if it is advanced once more.
      if (earlier.some((event) => event.type.includes('untilNextSlot')))
        return type.startsWith('xstate.') && !type.includes('untilNextSlot');
      return type !== 'slots.dateChosen' || !earlier.some((event) => event.type === 'slots.dayEnded');
    },
  },

  events: {
    'slots.dateChosen': async ({ page }, { date, requestedRange }) => {
      const range = requestedRange as SlotRange | undefined;
      // The keyboard chooses, because a toast may cover the list.
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
      const shownHeadcount = Number(await headcount.inputValue());
      await headcount.fill(String(isEdited ? shownHeadcount + 1 : shownHeadcount - 1));
    },
    'slots.dayEnded': (world) => world.advanceClock(FIVE_DAYS_MS),
    'slots.clicked': ({ page }, { slot }) => clickAriaDisabled(slotCell(page, rangeOf(slot))),
    'slots.outdated': async (world) => {
      const retryButton = world.page.getByRole('button', {
        name: `Try again to load the times of ${room.roomName}`,
      });
      await ((await retryButton.isVisible()) ? retryButton.click() : world.reconnect());
    },
    'slots.bookPressed': ({ page }) => bookNow(page),
    'slots.roomChanged': async ({ page, advanceClock: pass }) => {
      // The visitor stays on another page until the cached rooms have expired, and comes back.
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click();
      await expect(page).toHaveURL(/\/about-us$/);
      await expect(card(page)).toBeHidden();
      await pass(61_000);
      await page.goBack();
    },
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

  states: {
    noDate: async ({ page }, { event }) => {
      await expect(card(page)).toContainText(
        'Choose a date and press View Slots to see when this room is free.',
      );
      if (event?.type !== 'slots.bookPressed') return;
      await expect(newestToast(page, messages.slots.selectAny)).toBeVisible();
      expect(isAt(page, '/meeting-room')).toBe(true);
    },
    loading: async ({ page }, { state }) => {
      if (isHidden(state)) return expect(card(page)).toBeHidden();
      await expect(card(page).getByText(`Loading the times of ${room.roomName}`)).toBeAttached();
      await expect(card(page).getByRole('gridcell')).toHaveCount(0);
    },
    'ready.choosing': expectDay,
    'ready.refreshing': expectDay,
    failed: async ({ page }, { state }) => {
      if (isHidden(state)) return expect(card(page)).toBeHidden();
      await expect(card(page)).toContainText('The times of this room could not be loaded.');
      await expect(card(page).getByRole('button', { name: /^Try again/ })).toBeVisible();
    },
  },
});
