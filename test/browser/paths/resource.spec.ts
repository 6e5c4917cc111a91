import type { AnyEventObject } from 'xstate';
import type { Booking } from '../../../contract/booking.ts';
import type { BlogPost } from '../../../contract/blog.ts';
import { BOOKING_PATH } from '../../../machines/navigation.ts';
import { resource } from '../../paths/models/resource.ts';
import { DATE, otherUsersSession, room, selection } from '../../fixtures/booking.ts';
import { isHydrated } from '../walk.ts';
import { type Answer, failureIn } from './gates.ts';
import { expect } from './probed.ts';
import { type StepAhead, walkPaths } from './walkPath.ts';
import { calmSession, type World } from './world.ts';

/*
 * The paths of data that is loaded, shared and cached: a post of the blog, which has a number, and the visitor's bookings,
 * which change.
 */

const REFRESH_INTERVAL_MS = 5_000;
/** How long data is kept after its last use (machines/resource.ts), and a little more. */
const UNUSED_MS = 61_000;

type Events = readonly AnyEventObject[];

const post = (id: number): BlogPost => ({
  id,
  image: '',
  author: 'Asha Raman',
  date: DATE,
  title: `Post number ${id}`,
  summary: 'A summary',
  body: 'A text',
  older: null,
  newer: null,
});

const unpaid: Booking = {
  id: 'booking-1',
  booking_date: DATE,
  start_time: '10:00:00',
  end_time: '10:30:00',
  status: 'pending',
  paid_with: 'card',
  amount: '590.00',
  unpaid: { since: `${DATE}T00:00:00Z`, until: `${DATE}T00:10:00Z`, at_bank: false },
  meeting_room: { id: room.id, room_name: room.room_name, image: { image: '' }, location: room.location },
};

/** A machine of the site that the model stands for. */
interface Shown {
  readonly flow: 'post' | 'bookings';
  /** Whether the site can make it take an event after others. */
  isPossible(earlier: Events, event: AnyEventObject): boolean;
  start(world: World): Promise<unknown>;
  open(world: World, event: AnyEventObject): Promise<unknown>;
  leave(world: World): Promise<unknown>;
  answer(world: World, answer: Answer): Promise<void>;
  data(event: AnyEventObject, earlier: readonly StepAhead['earlier'][number][]): Answer;
}

const isUsed = (events: Events): boolean =>
  events.findLast(({ type }) => /used|released/.test(type))?.type === 'resource.used';
const hasFailed = (events: Events): boolean => events.at(-1)?.type === 'xstate.error.actor.load';

const nav = ({ page }: World, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

const posts: Shown = {
  flow: 'post',
  isPossible(earlier, { type, key, output }) {
    if (type === 'resource.used') return key !== undefined && !isUsed(earlier);
    if (type === 'resource.released') return isUsed(earlier);
    if (type === 'resource.refreshed' || type === 'app.resumed') return isUsed(earlier) && hasFailed(earlier);
    return type !== 'resource.cleared' && !(output as readonly string[] | undefined)?.includes('unsettled');
  },
  async start(world) {
    await world.alwaysOpen(world.gates.blog, {
      results: [post(1), post(2)],
      total_pages: 1,
      current_page: 1,
    });
    await world.page.goto('/about-us');
    await isHydrated(world.page);
    await nav(world, 'Blog').click();
  },
  open: ({ page }, { key }) => page.getByRole('link', { name: `Post number ${String(key)}` }).click(),
  leave: ({ page }) => page.getByRole('link', { name: 'All posts' }).click(),
  answer: (world, answer) => world.gates.blogPost.open(answer),
  data: (_event, earlier) => {
    const used = earlier.findLast(({ event }) => event?.type === 'resource.used')?.event;
    return { ...post(Number(used?.['key'])) };
  },
};

const bookings: Shown = {
  flow: 'bookings',
  isPossible(earlier, { type, key }) {
    // Another user's sign-in clears and refreshes; the end of a session leaves the page.
    if (earlier.at(-1)?.type === 'resource.cleared') return type === 'resource.refreshed';
    // A booking that was made in between has led to the page.
    if (earlier.some((event, i) => event.type === 'resource.refreshed' && !isUsed(earlier.slice(0, i))))
      return false;
    if (type === 'resource.used') return key === undefined && !isUsed(earlier);
    if (type === 'resource.released' || type === 'resource.cleared') return isUsed(earlier);
    if (type === 'app.resumed') return isUsed(earlier) && hasFailed(earlier);
    if (type === 'resource.refreshed')
      return earlier.length > 0 && (isUsed(earlier) ? hasFailed(earlier) : true);
    return true;
  },
  async start(world) {
    const { gates, page } = world;
    await world.keep({
      local: world.tokensOf(calmSession),
      tab: { checkout: { selection, bookingId: null } },
    });
    await world.alwaysOpen(gates.book, { data: { booking_id: 'booking-1' } });
    world.guard(gates.myBookings);
    await page.goto(BOOKING_PATH);
    await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeVisible();
  },
  async open({ page }) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My Bookings' }).click();
  },
  leave: (world) => nav(world, 'About Us').click(),
  answer: (world, answer) => world.gates.myBookings.open(answer),
  data: ({ output }) => ({
    data: (output as readonly string[]).includes('unsettled') ? [unpaid] : [],
    next: { upcoming: null, past: null },
  }),
};

const kinds = [posts, bookings];
const kindOf = (events: Events): Shown => {
  const kind = kinds.find(({ isPossible }) =>
    events.every((event, i) => isPossible(events.slice(0, i), event)),
  );
  if (kind === undefined) throw new Error('no page of the site takes this path');
  return kind;
};
const chosen = new WeakMap<World, Shown>();
const kindIn = (world: World): Shown => chosen.get(world) as Shown;

async function seesState(world: World, { state }: StepAhead): Promise<void> {
  const section = world.page.locator(`[data-flow="${kindIn(world).flow}"]`);
  if ((await section.count()) > 0) await expect(section).toHaveAttribute('data-state', state);
}

walkPaths({
  name: 'resource',
  flow: ({ events }) => kindOf(events).flow,
  model: { ...resource, inputs: [undefined] },
  modelId: (id) => id.replaceAll(/(?<=^|> |after\.\w+\.)(?:post|bookings)(?=[. ]|$)/g, 'resource'),
  async start(world, { events }) {
    chosen.set(world, kindOf(events));
    await kindIn(world).start(world);
  },
  // The flow starts with its page. What clears the data for another user loads that user's at once.
  isFleeting: ({ event, next }) =>
    event === null || (event.type === 'resource.cleared' && next?.event?.type === 'resource.refreshed'),
  tours: {
    maxEvents: 15,
    canFollow: (earlier, event) =>
      kinds.some(({ isPossible }) =>
        [...earlier, event].every((each, i) => isPossible([...earlier, event].slice(0, i), each)),
      ),
  },

  events: {
    'resource.used': (world, event) => kindIn(world).open(world, event),
    'resource.released': (world) => kindIn(world).leave(world),
    'resource.cleared': (world, _event, { next }) =>
      next?.event?.type === 'resource.refreshed'
        ? world.signInInOtherTab(otherUsersSession)
        : world.signOutInOtherTab(),
    'resource.refreshed': async (world, _event, { earlier, from }) => {
      const { page } = world;
      if (earlier.at(-1)?.event?.type === 'resource.cleared') return;
      if (from === 'failed') return page.getByRole('button', { name: /^Try again/ }).click();
      // A booking is made, which changes the list.
      await page.evaluate(() => history.go(-(history.state as { idx: number }).idx));
      await page.getByRole('button', { name: 'CONFIRM', exact: true }).click();
    },
    /** The network returns. */
    'app.resumed': (world) => world.page.evaluate(() => void dispatchEvent(new Event('online'))),
    'xstate.done.actor.load': (world, event, { earlier }) =>
      kindIn(world).answer(world, kindIn(world).data(event, earlier)),
    'xstate.error.actor.load': (world, event) => kindIn(world).answer(world, failureIn(event)),
    'xstate.after.refreshInterval.resource.ready.inUse': (world) => world.pass(REFRESH_INTERVAL_MS),
    'xstate.after.unusedCacheTimeout.resource.ready.unused': (world) => world.pass(UNUSED_MS),
  },

  states: {
    empty: seesState,
    loading: async (world, step) => {
      await seesState(world, step);
    },
    'ready.inUse': async (world, step) => {
      await seesState(world, step);
      const { data, key } = step.context as { data: readonly string[]; key: string };
      const { page } = world;
      const seen =
        kindIn(world) === posts
          ? page.getByRole('heading', { level: 1, name: `Post number ${key}` })
          : data.includes('unsettled')
            ? page.getByRole('article', { name: room.room_name })
            : page.getByText('No upcoming bookings');
      await expect(seen).toBeVisible();
    },
    'ready.unused': seesState,
    failed: async (world, step) => {
      await seesState(world, step);
      if (await world.page.locator(`[data-flow="${kindIn(world).flow}"]`).isVisible())
        await expect(world.page.getByRole('button', { name: /^Try again/ })).toBeVisible();
    },
  },
});
