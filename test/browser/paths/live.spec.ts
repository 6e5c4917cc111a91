import type { AnyEventObject } from 'xstate';
import { emptySearch } from '../../../machines/searchSetup.ts';
import { addDays, instantOf } from '../../../domain/calendar.ts';
import { live } from '../../paths/models/live.ts';
import { DATE } from '../../fixtures/booking.ts';
import { followFooterLink } from '../walk.ts';
import { card, isAt, viewSlots } from './choosing.ts';
import { Dated } from './gates.ts';
import { LiveStream } from './liveStream.ts';
import { expect } from './probed.ts';
import { type StepAhead, walkPaths } from './walkPath.ts';
import type { World } from './world.ts';

/* The live connection's paths: the server opens, sends and breaks off; the visitor leaves, comes back and goes offline. */

/** The longest pause before a reconnection (machines/live.ts). */
const BEFORE_RETRY_MS = 30_000;
const OPEN_TIMEOUT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 60_000;

const streams = new WeakMap<World, LiveStream>();
const streamOf = (world: World): LiveStream => {
  const stream = streams.get(world);
  if (stream === undefined) throw new Error('the stream is not there yet');
  return stream;
};

/** What a visitor has done before: which day is shown, on which page, and whether they are online. */
interface Situation {
  readonly date: string | null;
  readonly today: string;
  readonly isShown: boolean;
  readonly isSuspended: boolean;
  readonly isWaiting: boolean;
  /** A call about the taken slots waits for its response. */
  readonly hasCall: boolean;
}

function situationAfter(events: readonly AnyEventObject[], input: object | undefined): Situation {
  const { date } = input as { date: string | null };
  let at: Situation = {
    date,
    today: '',
    isShown: false,
    isSuspended: false,
    isWaiting: false,
    hasCall: true,
  };
  for (const { type, date: chosen } of events) {
    if (type === 'live.shown') at = { ...at, isShown: true, isWaiting: false };
    if (type === 'live.left') at = { ...at, isShown: false, isWaiting: false };
    if (type === 'live.suspended') at = { ...at, isSuspended: true, isWaiting: false };
    if (type === 'live.resumed') at = { ...at, isSuspended: false };
    if (type === 'live.dateChosen') at = { ...at, date: String(chosen), hasCall: true };
    if (type === 'live.dayEnded' && at.date)
      at = { ...at, date: null, today: addDays(at.date, 1), isWaiting: false };
    if (type === 'live.lost' || /openTimeout|heartbeatTimeout/.test(type)) at = { ...at, isWaiting: true };
    if (type.includes('beforeRetry')) at = { ...at, isWaiting: false };
    // In this time the call has failed.
    if (type.startsWith('xstate.after.')) at = { ...at, hasCall: false };
  }
  return at;
}

const possible: Readonly<Record<string, (at: Situation, event: AnyEventObject) => boolean>> = {
  'live.shown': ({ isShown }) => !isShown,
  'live.dateChosen': ({ isShown, isSuspended, isWaiting, today }, { date }) =>
    isShown && !isSuspended && !isWaiting && String(date) >= today,
  // A page that is not loaded yet does not open offline.
  'live.left': ({ isShown, isSuspended }) => isShown && !isSuspended,
  'live.suspended': ({ isShown, isSuspended }) => isShown && !isSuspended,
  'live.dayEnded': ({ date, isShown, isSuspended, hasCall }) =>
    date !== null && !isSuspended && (hasCall || !isShown),
};

async function seesConnections(world: World, asked: number, open: number): Promise<void> {
  await expect.poll(() => streamOf(world).connections).toEqual({ asked, open });
}

/** The reconnections are no event for a visitor, who goes on choosing: what is seen of them is at the server. */
const seesRooms =
  (asked: number, open: number) =>
  async (world: World, { event }: StepAhead): Promise<void> => {
    expect(isAt(world.page, '/meeting-room')).toBe(true);
    await expect(card(world.page)).toBeVisible();
    await seesConnections(world, asked, open);
    if (event?.type === 'live.changed') await expect.poll(() => world.gates.taken.parked).toBeGreaterThan(1);
  };

walkPaths({
  name: 'live',
  flow: () => 'live',
  model: live,
  // The flow starts with its page.
  start: async (world, { input }) => {
    const { date } = input as { date: string | null };
    streams.set(world, await LiveStream.behind(world.page));
    if (date !== null) await world.keep({ tab: { search: { ...emptySearch, date } } });
  },
  isFleeting: ({ event }) => event === null,
  tours: {
    maxEvents: 15,
    canFollow: (earlier, event, input) => {
      if (earlier.length === 0) return event.type === 'live.shown';
      return possible[event.type]?.(situationAfter(earlier, input), event) ?? true;
    },
  },
  // The first reconnection may be due after half a second.
  mostMs: 400,

  events: {
    'live.shown': async (world, _event, { earlier }) => {
      if (earlier.length === 1) await world.page.goto('/meeting-room');
      else await followFooterLink(world.page, 'Meeting Rooms');
    },
    'live.left': ({ page }) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click(),
    'live.dateChosen': ({ page }, { date }) => viewSlots(page, String(date)),
    // The server's clock has passed the midnight that the browser's has not, as the next response shows.
    'live.dayEnded': async (world, _event, { earlier, from }) => {
      // On another page nothing waits for a response until the network comes back.
      if (from === 'away') await world.wake();
      const shown =
        earlier.findLast(({ event }) => event?.type === 'live.dateChosen')?.event?.['date'] ?? DATE;
      const next = new Date(instantOf(addDays(String(shown), 1), 1));
      await world.gates.taken.open(new Dated({ data: { time: [] } }, next));
    },
    'live.suspended': ({ page }) => page.context().setOffline(true),
    'live.resumed': ({ page }) => page.context().setOffline(false),
    'live.opened': (world) => Promise.resolve(streamOf(world).open()),
    'live.heartbeat': (world) => Promise.resolve(streamOf(world).send('', 'heartbeat')),
    'live.changed': (world, { roomId }) => Promise.resolve(streamOf(world).send(String(roomId))),
    'live.lost': (world) => Promise.resolve(streamOf(world).breakOff()),
    'xstate.after.openTimeout.live.shown.watching.connecting': (world) => world.pass(OPEN_TIMEOUT_MS),
    'xstate.after.heartbeatTimeout.live.shown.watching.open': (world) => world.pass(HEARTBEAT_TIMEOUT_MS),
    'xstate.after.beforeRetry.live.shown.waiting': (world) => world.pass(BEFORE_RETRY_MS),
  },

  states: {
    away: async (world) => {
      await expect(world.page).toHaveURL(/\/about-us$/);
      await seesConnections(world, 0, 0);
    },
    'shown.noDate': async (world) => {
      await expect(card(world.page)).toContainText('Choose a date and press View Slots');
      await seesConnections(world, 0, 0);
    },
    'shown.suspended': async (world) => {
      await expect(world.page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
      await seesConnections(world, 0, 0);
    },
    'shown.watching.connecting': seesRooms(1, 0),
    'shown.watching.open': seesRooms(1, 1),
    'shown.waiting': seesRooms(0, 0),
  },
});
