import type { AnyEventObject } from 'xstate';
import { addDays, dateAt, fullDate, instantOf } from '../../../domain/time/calendar.ts';
import { search } from '../../paths/models/search.ts';
import { room, TODAY } from '../../fixtures/booking.ts';
import type { SearchCriteria, SearchFields, SearchInput } from '../../../machines/rooms/search/events.ts';
import { chooseOption, dateField, enterDate, followFooterLink } from '../visitorActions.ts';
import { card } from './page/bookingActions.ts';
import { inApiFormat } from './page/apiFormat.ts';
import { failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';

/* The paths of the search: the form, a link with a headcount, midnight, and a clock that no response has set yet. */

const FIVE_DAYS_MS = 5 * 24 * 3_600_000;

const isUnsynced = (input: object | undefined): boolean =>
  (input as SearchInput).clock.isUnsynced?.() ?? false;
const hasEvent = (events: readonly AnyEventObject[], type: RegExp): boolean =>
  events.some((event) => type.test(event.type));
const isLaterDay = ({ type, today }: AnyEventObject): boolean =>
  type.includes('untilTomorrow') || (type === 'search.todayChecked' && today !== TODAY && today !== null);

const form = ({ page }: World) => page.getByRole('form', { name: 'Find a meeting room' });
const roomList = ({ page }: World) => page.getByRole('region', { name: 'Meeting rooms' });

function dateAfter(events: readonly AnyEventObject[], input: object | undefined): string {
  let date = (input as SearchInput).persisted?.date ?? '';
  for (const { type, value, daysAhead } of events) {
    if (type === 'search.changed') date = String(value);
    if (type === 'search.dayChosen') date = addDays(TODAY, Number(daysAhead));
  }
  return date;
}

/** Advances the page's clock past the next midnight in India. */
async function passMidnight(world: World): Promise<void> {
  const now = await world.page.evaluate(() => Date.now());
  await world.advanceClock(instantOf(addDays(dateAt(now), 1), 0) - now + 1_000);
}

async function expectForm(world: World, { context, state }: StepInContext): Promise<void> {
  const { fields, errors } = context as { fields: SearchFields; errors: Partial<SearchFields> };
  await expect(form(world)).toHaveAttribute('data-state', state);
  await expect(world.page.getByLabel('Headcount')).toHaveValue(fields.headcount);
  if (errors.date !== undefined) await expect(form(world)).toContainText(errors.date);
}

async function expectDay(world: World, { context }: StepInContext): Promise<void> {
  const { criteria } = context as { criteria: SearchCriteria };
  // The list names no day until the rooms are loaded.
  const text = (await card(world.page).count()) > 0 ? `Times on ${fullDate(criteria.date)}` : '';
  await expect(roomList(world)).toContainText(text);
}

testPaths({
  name: 'search',
  flow: () => 'search',
  model: search,
  async start(world, { input }) {
    const { persisted } = input as SearchInput;
    if (persisted) await world.fillStorage({ tab: { search: persisted } });
    if (isUnsynced(input)) world.closeByDefault(world.gates.rooms);
    await world.page.goto('/meeting-room');
    // The response with the rooms sets the clock.
    if (!isUnsynced(input)) await expect(card(world.page)).toBeVisible();
  },
  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event, input) => {
      const { type, today, value } = event;
      // The page removes the headcount of a link from its address, which the model does not.
      const lastArrival = earlier.findLast((earlierEvent) => earlierEvent.type === 'search.arrived');
      if (type === 'search.arrived' && event['query'] !== '' && event['query'] === lastArrival?.['query'])
        return false;
      const isSynced = !isUnsynced(input) || hasEvent(earlier, /^xstate\.done/);
      // The model's clock is fixed. After a change of day, the page and the model differ about which dates are past.
      if (earlier.some(isLaterDay)) return type === 'search.changed' && value !== dateAfter(earlier, input);
      if (type === 'search.todayChecked')
        return isSynced === (today !== null) && (isSynced || today === null);
      if (type === 'search.changed') return value !== dateAfter(earlier, input);
      // The model's clock stays unsynced after the first response, unlike the page's.
      if (isUnsynced(input) && isSynced)
        return !['search.submitted', 'search.dayChosen'].includes(type) && !isLaterDay(event);
      return true;
    },
  },

  events: {
    'search.changed': ({ page }, { value }) =>
      value === '' ? dateField(page).fill('') : enterDate(page, String(value)),
    'search.headcountStepped': ({ page }, { by }) =>
      page.getByRole('button', { name: by === 1 ? 'One person more' : 'One person fewer' }).click(),
    'search.dayChosen': ({ page }) => page.getByRole('button', { name: 'Tomorrow' }).click(),
    'search.arrived': async ({ page }, { query }) => {
      if (query === '') return followFooterLink(page, 'Meeting Rooms');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
      return page.getByRole('link', { name: /^Halls/ }).click();
    },
    'search.amenityToggled': ({ page }) => page.getByRole('button', { name: 'Wi-Fi' }).click(),
    'search.sorted': ({ page }) =>
      chooseOption(page.getByRole('combobox', { name: 'Sort by' }), 'Price, lowest first'),
    'search.submitted': ({ page }) => page.getByRole('button', { name: 'View Slots' }).click(),
    'app.resumed': (world) => world.reconnect(),
    'search.todayChecked': (world, event) =>
      isLaterDay(event) ? world.advanceClock(FIVE_DAYS_MS) : world.reconnect(),
    'xstate.done.actor.setClock': (world) => world.keepOpen(world.gates.rooms, { data: [inApiFormat(room)] }),
    'xstate.error.actor.setClock': (world, event) => world.gates.rooms.open(failureIn(event)),
    'xstate.after.untilTomorrow.search.results': passMidnight,
  },

  states: {
    'pending.waitingForClock': expectForm,
    'results.none': expectForm,
    'results.showing': async (world, step) => {
      await expectForm(world, step);
      await expectDay(world, step);
    },
    'results.outdated': async (world, step) => {
      await expectForm(world, step);
      const notice = world.page.getByRole('status').filter({ hasText: 'You have changed the search' });
      await expect(notice).toBeVisible();
    },
    'pending.settingClock': async (world, step) => {
      await expectForm(world, step);
      await expect(form(world)).toHaveAttribute('aria-busy', 'true');
    },
  },
});
