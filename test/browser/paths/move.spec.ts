import { amountText } from '../../../domain/money/amounts.ts';
import type { MoveTerms } from '../../../domain/bookings/terms.ts';
import { bookingPath } from '../../../domain/content/sitePaths.ts';
import { move } from '../../paths/models/move.ts';
import { otherRoom, room } from '../../fixtures/booking.ts';
import { bookedHour } from '../../fixtures/bookingDetails.ts';
import { chooseOption, dateField, enterDate, newestToast } from '../visitorActions.ts';
import { slotTime } from '../../../domain/time/slots.ts';
import { inApiFormat } from './page/apiFormat.ts';
import { failureIn } from './page/gates.ts';
import { LiveStream } from './page/liveStream.ts';
import { expect } from './page/probed.ts';
import { exhaustRetries } from './longPaths/exhaustRetries.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import { longSession, type World } from './page/world.ts';

/* Moving a booking: the day and the room, the free times, the price, and every error of the server. */

const slotTimes: Readonly<Record<number, string>> = { 22: '11:00 AM', 23: '11:30 AM' };
const timeOf = (slot: unknown): string => slotTimes[slot as number] as string;

const form = ({ page }: World) => page.locator('[data-flow="move"]');
const price = ({ page }: World) => page.getByRole('region', { name: 'What moving costs' });
const field = (world: World, name: string) => form(world).getByRole('combobox', { name });
const moveLink = ({ page }: World) => page.getByRole('link', { name: 'Move to another time' });

const streams = new WeakMap<World, LiveStream>();

/** On the live connection of the alternatives: slots of their day have changed. */
async function sendChange(world: World): Promise<void> {
  const stream = streams.get(world);
  if (stream === undefined) throw new Error('the path test has no stream yet');
  await expect
    .poll(() => {
      stream.open();
      return stream.connections.open;
    })
    .toBeGreaterThan(0);
  stream.send(String(room.id));
}

const expectState = (world: World, { state }: StepInContext) =>
  expect(form(world)).toHaveAttribute('data-state', state);

async function goBackToBooking(world: World): Promise<void> {
  await world.page.goBack();
  await expect(moveLink(world)).toBeVisible();
}

interface MoveContext {
  readonly terms: MoveTerms;
  readonly haveTermsChanged: boolean;
  readonly failure: { readonly message: string; readonly code: string } | null;
}

async function expectPrice(world: World, step: StepInContext): Promise<void> {
  await expectState(world, step);
  const { terms, haveTermsChanged, failure } = step.context as MoveContext;
  const { difference, refund } = terms;
  await expect(price(world)).toContainText(
    difference.amount === 0
      ? 'Moving costs nothing.'
      : amountText({ ...difference, amount: Math.abs(difference.amount) }),
  );
  await expect(price(world).getByText('The terms have changed')).toBeVisible({ visible: haveTermsChanged });
  await expect(price(world)).toContainText(`If you cancel after the move: ${amountText(refund)}`);
  await expect(price(world).getByText('Cancelling is free now, but not after the move')).toBeVisible({
    visible: terms.percent !== 100,
  });
  await expect(price(world).getByText('Your booking is unchanged.')).toBeVisible({
    visible: failure !== null,
  });
  await expect(price(world).getByRole('button', { name: / move$|^Move / })).toBeEnabled();
}

testPaths({
  name: 'move',
  flow: () => 'move',
  model: move,

  async start(world) {
    await world.fillStorage({ local: world.storedTokens(longSession) });
    await world.keepOpen(world.gates.bookingDetails, () => ({ data: inApiFormat(bookedHour) }));
    await world.keepOpen(world.gates.rooms, { data: [room, otherRoom].map(inApiFormat) });
    streams.set(world, await LiveStream.attachTo(world.page));
    await world.page.goto(bookingPath(bookedHour.id));
    await expect(moveLink(world)).toBeVisible();
  },
  // The flow starts with its page.
  isTransientState: ({ event }) => event === null,

  events: {
    'move.opened': async (world, _event, { from }) => {
      if (from !== 'closed') await goBackToBooking(world);
      await moveLink(world).click();
    },
    'move.closed': goBackToBooking,
    'move.roomChosen': (world) => chooseOption(field(world, 'Room'), `${otherRoom.roomName}, up to 4`),
    'move.dateChosen': async ({ page }, { date }) => {
      if (date === '') await dateField(page).fill('');
      else await enterDate(page, date as string);
    },
    'move.startChosen': (world, { slot }) => chooseOption(field(world, 'Start time'), timeOf(slot)),
    'move.endChosen': (world, { slot }) => chooseOption(field(world, 'End time'), timeOf(slot)),
    'move.alternativeChosen': (world) =>
      price(world)
        .getByRole('button', { name: new RegExp(otherRoom.roomName) })
        .click(),
    'move.slotsOutdated': sendChange,
    'move.retried': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'move.confirmed': (world) =>
      price(world)
        .getByRole('button', { name: / move$|^Move / })
        .click(),
    'xstate.done.actor.loadTaken': (world, { output }) =>
      world.gates.taken.open({ data: { time: (output as readonly number[]).map(slotTime) } }),
    'xstate.error.actor.loadTaken': (world, event) => world.gates.taken.open(failureIn(event)),
    'xstate.done.actor.loadTerms': (world, { output }) =>
      world.gates.moveTerms.open({ data: inApiFormat(output) }),
    'xstate.error.actor.loadTerms': (world, event) => world.gates.moveTerms.open(failureIn(event)),
    'xstate.done.actor.checkTerms': (world, { output }) =>
      world.gates.moveTerms.open({ data: inApiFormat(output) }),
    'xstate.error.actor.checkTerms': (world, event) => world.gates.moveTerms.open(failureIn(event)),
    'xstate.done.actor.moveBooking': (world) => world.gates.move.open({ data: { status: 'moved' } }),
    'xstate.error.actor.moveBooking': (world, event) => {
      const gate = world.gates.move;
      return exhaustRetries(world, gate, failureIn(event), () => gate.open(failureIn(event)));
    },
  },

  states: {
    closed: async (world, { event }) => {
      const { page } = world;
      if (event?.type === 'move.confirmed') {
        await expect(page.getByRole('heading', { level: 1, name: 'Confirm your move' })).toBeVisible();
        await expect(page.getByRole('region', { name: 'Price' })).toContainText('To pay₹295.00');
        return;
      }
      await expect(page).toHaveURL(new RegExp(`${bookingPath(bookedHour.id)}$`));
      if (event?.type === 'xstate.done.actor.moveBooking')
        await expect(newestToast(page, 'Your booking has been moved.')).toBeVisible();
    },
    'choosing.loading': expectState,
    'choosing.withoutDate': async (world, step) => {
      await expectState(world, step);
      await expect(form(world)).toContainText('Choose a date from today to six months ahead');
    },
    'choosing.failed': async (world, step) => {
      await expectState(world, step);
      await expect(world.page.getByRole('alert')).toContainText('The free times could not be loaded.');
    },
    'choosing.times.incomplete': async (world, step) => {
      await expectState(world, step);
      await expect(price(world).getByRole('button', { name: 'Move the booking' })).toBeDisabled();
    },
    'choosing.times.unchanged': async (world, step) => {
      await expectState(world, step);
      await expect(price(world)).toContainText('Your booking is already at this time in this room.');
      await expect(price(world).getByRole('button', { name: 'Move the booking' })).toBeDisabled();
    },
    'choosing.times.pricing': expectState,
    'choosing.times.unpriced': async (world, step) => {
      await expectState(world, step);
      await expect(price(world)).toContainText('Your booking is unchanged.');
    },
    'choosing.times.refused': async (world, step) => {
      await expectState(world, step);
      const { failure } = step.context as MoveContext;
      await expect(price(world)).toContainText(failure?.message ?? '');
      await expect(price(world).getByRole('button', { name: 'Move the booking' })).toBeDisabled();
    },
    'choosing.times.checking': expectState,
    'choosing.times.offered': expectPrice,
    sending: (world) => expect(price(world).getByRole('button', { name: 'Moving…' })).toBeDisabled(),
  },
});
