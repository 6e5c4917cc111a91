import type { AnyEventObject } from 'xstate';
import { emptySearch } from '../../../machines/rooms/search/form.ts';
import { addDays, instantOf } from '../../../domain/time/calendar.ts';
import { live } from '../../paths/models/live.ts';
import { DATE } from '../../fixtures/booking.ts';
import { followFooterLink } from '../visitorActions.ts';
import { card, isAt, viewSlots } from './page/bookingActions.ts';
import { DatedResponse } from './page/gates.ts';
import { LiveStream } from './page/liveStream.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';

/* The paths of the live connection: the server opens, sends and disconnects; the visitor leaves, comes back and goes offline. */

/** Before a reconnection (machines/rooms/live/live.ts). */
const LONGEST_RETRY_PAUSE_MS = 30_000;
const OPEN_TIMEOUT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 60_000;

const streams = new WeakMap<World, LiveStream>();
const streamOf = (world: World): LiveStream => {
  const stream = streams.get(world);
  if (stream === undefined) throw new Error('the path test has no stream yet');
  return stream;
};

/** After some events: the chosen day, the shown page, and the connection. */
interface Situation {
  readonly date: string | null;
  readonly today: string;
  readonly isShown: boolean;
  readonly isSuspended: boolean;
  readonly isWaiting: boolean;
}

function situationAfter(events: readonly AnyEventObject[], input: object | undefined): Situation {
  const { date } = input as { date: string | null };
  let situation: Situation = {
    date,
    today: '',
    isShown: false,
    isSuspended: false,
    isWaiting: false,
  };
  for (const { type, date: chosenDate } of events) {
    if (type === 'live.shown') situation = { ...situation, isShown: true, isWaiting: false };
    if (type === 'live.left') situation = { ...situation, isShown: false, isWaiting: false };
    if (type === 'live.suspended') situation = { ...situation, isSuspended: true, isWaiting: false };
    if (type === 'live.resumed') situation = { ...situation, isSuspended: false };
    if (type === 'live.dateChosen') situation = { ...situation, date: String(chosenDate) };
    if (type === 'live.dayEnded' && situation.date)
      situation = { ...situation, date: null, today: addDays(situation.date, 1), isWaiting: false };
    if (type === 'live.lost' || /openTimeout|heartbeatTimeout/.test(type))
      situation = { ...situation, isWaiting: true };
    if (type.includes('beforeRetry')) situation = { ...situation, isWaiting: false };
  }
  return situation;
}

const isPossible: Readonly<Record<string, (situation: Situation, event: AnyEventObject) => boolean>> = {
  'live.shown': ({ isShown }) => !isShown,
  'live.dateChosen': ({ isShown, isSuspended, isWaiting, today }, { date }) =>
    isShown && !isSuspended && !isWaiting && String(date) >= today,
  // Offline, the visitor cannot open a page whose script is not loaded yet.
  'live.left': ({ isShown, isSuspended }) => isShown && !isSuspended,
  'live.suspended': ({ isShown, isSuspended }) => isShown && !isSuspended,
  'live.dayEnded': ({ date, isSuspended }) => date !== null && !isSuspended,
};

async function expectConnections(world: World, total: number, open: number): Promise<void> {
  await expect.poll(() => streamOf(world).connections).toEqual({ total, open });
}

/** A visitor notices no reconnection. The server's side shows the connections. */
const expectRooms =
  (total: number, open: number) =>
  async (world: World, { event }: StepInContext): Promise<void> => {
    expect(isAt(world.page, '/meeting-room')).toBe(true);
    await expect(card(world.page)).toBeVisible();
    await expectConnections(world, total, open);
    if (event?.type === 'live.changed')
      await expect.poll(() => world.gates.taken.pendingCount).toBeGreaterThan(1);
  };

testPaths({
  name: 'live',
  flow: () => 'live',
  model: live,
  // The flow starts with its page.
  start: async (world, { input }) => {
    const { date } = input as { date: string | null };
    streams.set(world, await LiveStream.attachTo(world.page));
    if (date !== null) await world.fillStorage({ tab: { search: { ...emptySearch, date } } });
  },
  isTransientState: ({ event }) => event === null,
  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event, input) => {
      if (earlier.length === 0) return event.type === 'live.shown';
      return isPossible[event.type]?.(situationAfter(earlier, input), event) ?? true;
    },
  },

  events: {
    'live.shown': async (world, _event, { earlier }) => {
      if (earlier.length === 1) await world.page.goto('/meeting-room');
      else await followFooterLink(world.page, 'Meeting Rooms');
    },
    'live.left': ({ page }) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click(),
    'live.dateChosen': ({ page }, { date }) => viewSlots(page, String(date)),
    // By the server's clock it is past midnight, and by the browser's it is not yet. The next response shows that.
    'live.dayEnded': async (world, _event, { earlier, from }) => {
      // On another page no call waits, so the return of the network makes the site send one.
      if (from === 'away') await world.reconnect();
      const shown =
        earlier.findLast(({ event }) => event?.type === 'live.dateChosen')?.event?.['date'] ?? DATE;
      const next = new Date(instantOf(addDays(String(shown), 1), 1));
      await world.gates.taken.open(new DatedResponse({ data: { time: [] } }, next));
    },
    'live.suspended': (world) => world.disconnect(),
    'live.resumed': ({ page }) => page.context().setOffline(false),
    'live.opened': (world) => Promise.resolve(streamOf(world).open()),
    'live.heartbeat': (world) => Promise.resolve(streamOf(world).send('', 'heartbeat')),
    'live.changed': (world, { roomId }) => Promise.resolve(streamOf(world).send(String(roomId))),
    'live.lost': (world) => Promise.resolve(streamOf(world).disconnect()),
    'xstate.after.openTimeout.live.shown.watching.connecting': (world) => world.advanceClock(OPEN_TIMEOUT_MS),
    'xstate.after.heartbeatTimeout.live.shown.watching.open': (world) =>
      world.advanceClock(HEARTBEAT_TIMEOUT_MS),
    'xstate.after.beforeRetry.live.shown.waiting': (world) => world.advanceClock(LONGEST_RETRY_PAUSE_MS),
  },

  states: {
    away: async (world) => {
      await expect(world.page).toHaveURL(/\/about-us$/);
      await expectConnections(world, 0, 0);
    },
    'shown.noDate': async (world) => {
      await expect(card(world.page)).toContainText('Choose a date and press View Slots');
      await expectConnections(world, 0, 0);
    },
    'shown.suspended': async (world) => {
      await expect(world.page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
      await expectConnections(world, 0, 0);
    },
    'shown.watching.connecting': expectRooms(1, 0),
    'shown.watching.open': expectRooms(1, 1),
    'shown.waiting': expectRooms(0, 0),
  },
});
