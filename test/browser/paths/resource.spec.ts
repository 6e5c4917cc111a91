import type { AnyEventObject } from 'xstate';
import type { Booking } from '../../../machines/bookings/booking.ts';
import type { BlogPost } from '../../../contract/content/blog.ts';
import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { resource } from '../../paths/models/resource.ts';
import { DATE, room, selection } from '../../fixtures/booking.ts';
import { expectHydrated } from '../visitorActions.ts';
import { inApiFormat } from './page/apiFormat.ts';
import { type GateResponse, failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import { longSession, type World } from './page/world.ts';

/*
 * The paths of cached data. A path is played either on the posts of the blog, which have a key, or on the visitor's bookings,
 * which change.
 */

const REFRESH_INTERVAL_MS = 5_000;
/** Longer than data is cached after its last use (machines/engine/resource/resource.ts). */
const CACHE_EXPIRED_MS = 61_000;

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
  bookingDate: DATE,
  range: { start: 20, end: 22 },
  state: 'pending',
  amount: { with: 'card', amount: 59_000 },
  unpaid: { since: `${DATE}T00:00:00Z`, until: `${DATE}T00:10:00Z`, atBank: false },
  meetingRoom: { id: room.id, roomName: room.roomName, image: { image: '' }, location: room.location },
};

/** A machine of the site that the model describes, and how its events are caused. */
interface Variant {
  readonly flow: 'post' | 'bookings';
  /** True when the site can cause an event after the earlier ones. */
  isPossible(earlier: Events, event: AnyEventObject): boolean;
  start(world: World): Promise<unknown>;
  open(world: World, event: AnyEventObject): Promise<unknown>;
  leave(world: World): Promise<unknown>;
  respond(world: World, response: GateResponse): Promise<void>;
  data(event: AnyEventObject, earlier: readonly StepInContext['earlier'][number][]): GateResponse;
}

const isUsed = (events: Events): boolean =>
  events.findLast(({ type }) => /used|released/.test(type))?.type === 'resource.used';
const hasFailed = (events: Events): boolean => events.at(-1)?.type === 'xstate.error.actor.load';

const mainLink = ({ page }: World, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

const posts: Variant = {
  flow: 'post',
  isPossible(earlier, { type, key, output }) {
    if (type === 'resource.used') return key !== undefined && !isUsed(earlier);
    if (type === 'resource.released') return isUsed(earlier);
    if (type === 'resource.refreshed' || type === 'app.resumed') return isUsed(earlier) && hasFailed(earlier);
    // No page of the site changes a post.
    return type !== 'data.outdated' && !(output as readonly string[] | undefined)?.includes('unsettled');
  },
  async start(world) {
    await world.keepOpen(world.gates.blog, {
      results: [post(1), post(2)],
      total_pages: 1,
      current_page: 1,
    });
    await world.page.goto('/about-us');
    await expectHydrated(world.page);
    await mainLink(world, 'Blog').click();
  },
  open: ({ page }, { key }) => page.getByRole('link', { name: `Post number ${String(key)}` }).click(),
  leave: ({ page }) => page.getByRole('link', { name: 'All posts' }).click(),
  respond: (world, response) => world.gates.blogPost.open(response),
  data: (_event, earlier) => {
    const used = earlier.findLast(({ event }) => event?.type === 'resource.used')?.event;
    return { ...post(Number(used?.['key'])) };
  },
};

const bookings: Variant = {
  flow: 'bookings',
  isPossible(earlier, { type, key }) {
    if (type === 'resource.used') return key === undefined && !isUsed(earlier);
    if (type === 'resource.released' || type === 'resource.refreshed') return isUsed(earlier);
    // The flow starts with its page. Other tokens of the same user make the list load again.
    if (type === 'data.outdated') return earlier.length > 0;
    if (type === 'app.resumed') return isUsed(earlier) && hasFailed(earlier);
    return true;
  },
  async start(world) {
    const { gates, page } = world;
    await world.fillStorage({
      local: world.storedTokens(longSession),
      tab: { checkout: { selection, bookingId: null } },
    });
    world.closeByDefault(gates.myBookings);
    await page.goto(BOOKING_PATH);
    await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeVisible();
  },
  async open({ page }) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My Bookings' }).click();
  },
  leave: (world) => mainLink(world, 'About Us').click(),
  respond: (world, response) => world.gates.myBookings.open(response),
  data: ({ output }) => ({
    data: (output as readonly string[]).includes('unsettled') ? [inApiFormat(unpaid)] : [],
    next: { upcoming: null, past: null },
  }),
};

const variants = [posts, bookings];
const variantOf = (events: Events): Variant => {
  const variant = variants.find(({ isPossible }) =>
    events.every((event, i) => isPossible(events.slice(0, i), event)),
  );
  if (variant === undefined) throw new Error('no page of the site takes this path');
  return variant;
};
const variantByWorld = new WeakMap<World, Variant>();
const variantIn = (world: World): Variant => variantByWorld.get(world) as Variant;

async function expectState(world: World, { state }: StepInContext): Promise<void> {
  const section = world.page.locator(`[data-flow="${variantIn(world).flow}"]`);
  if ((await section.count()) > 0) await expect(section).toHaveAttribute('data-state', state);
}

testPaths({
  name: 'resource',
  flow: ({ events }) => variantOf(events).flow,
  model: { ...resource, inputs: [undefined] },
  modelId: (id) => id.replaceAll(/(?<=^|> |after\.\w+\.)(?:post|bookings)(?=[. ]|$)/g, 'resource'),
  async start(world, { events }) {
    variantByWorld.set(world, variantOf(events));
    await variantIn(world).start(world);
  },
  // The flow starts with its page.
  isTransientState: ({ event }) => event === null,
  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event) =>
      variants.some(({ isPossible }) =>
        [...earlier, event].every((each, i) => isPossible([...earlier, event].slice(0, i), each)),
      ),
  },

  events: {
    'resource.used': (world, event) => variantIn(world).open(world, event),
    'resource.released': (world) => variantIn(world).leave(world),
    'data.outdated': (world) => world.signInInOtherTab(longSession),
    'resource.refreshed': ({ page }, _event, { from }) =>
      page.getByRole('button', { name: from === 'failed' ? /^Try again/ : 'Booked Meeting Rooms' }).click(),
    'app.resumed': (world) => world.reconnect(),
    'xstate.done.actor.load': (world, event, { earlier }) =>
      variantIn(world).respond(world, variantIn(world).data(event, earlier)),
    'xstate.error.actor.load': (world, event) => variantIn(world).respond(world, failureIn(event)),
    'xstate.after.refreshInterval.resource.ready.inUse': (world) => world.advanceClock(REFRESH_INTERVAL_MS),
    'xstate.after.unusedCacheTimeout.resource.ready.unused': (world) => world.advanceClock(CACHE_EXPIRED_MS),
  },

  states: {
    empty: expectState,
    loading: expectState,
    'ready.inUse': async (world, step) => {
      await expectState(world, step);
      const { data, key } = step.context as { data: readonly string[]; key: string };
      const { page } = world;
      const expectedElement =
        variantIn(world) === posts
          ? page.getByRole('heading', { level: 1, name: `Post number ${key}` })
          : data.includes('unsettled')
            ? page.getByRole('article', { name: room.roomName })
            : page.getByText('No upcoming bookings');
      await expect(expectedElement).toBeVisible();
    },
    'ready.unused': expectState,
    failed: async (world, step) => {
      await expectState(world, step);
      if (await world.page.locator(`[data-flow="${variantIn(world).flow}"]`).isVisible())
        await expect(world.page.getByRole('button', { name: /^Try again/ })).toBeVisible();
    },
  },
});
