import { cancellation } from '../../paths/models/cancellation.ts';
import { room } from '../../fixtures/booking.ts';
import { bookedHour } from '../../fixtures/bookingDetails.ts';
import { toast } from '../walk.ts';
import { failureIn } from './gates.ts';
import { expect } from './probed.ts';
import { failAtLast } from './retried.ts';
import { type StepAhead, walkPaths } from './walkPath.ts';
import { calmSession, type World } from './world.ts';

/* Cancelling a booking on its page: what comes back, the question, and every refusal of the server. */

/** How long shown terms count as fresh (machines/cancellation.ts), and a little more. */
const TERMS_AGE_MS = 301_000;

const section = ({ page }: World) => page.locator('[data-flow="cancellation"]');
const question = ({ page }: World) => page.getByRole('dialog', { name: 'Cancel this booking?' });
const ask = (world: World) => section(world).getByRole('button', { name: 'Cancel this booking' });

const opener = ({ page }: World) =>
  page.getByRole('article', { name: room.room_name }).getByRole('link', { name: room.room_name });

async function leave(world: World): Promise<void> {
  await world.page.goBack();
  await expect(opener(world)).toBeVisible();
}

const seesState = (world: World, { state }: StepAhead) =>
  expect(section(world)).toHaveAttribute('data-state', state);

async function seesQuestion(world: World, step: StepAhead): Promise<void> {
  const { haveTermsChanged, failure, terms } = step.context as {
    haveTermsChanged: boolean;
    failure: unknown;
    terms: { refund: string };
  };
  await expect(question(world)).toContainText(`₹${terms.refund}`);
  await expect(question(world).getByText('lower than the amount you were shown')).toBeVisible({
    visible: haveTermsChanged,
  });
  await expect(question(world).getByText('The booking will not be cancelled twice')).toBeVisible({
    visible: failure !== null,
  });
}

walkPaths({
  name: 'cancellation',
  flow: () => 'cancellation',
  model: cancellation,
  tours: { maxEvents: 15 },

  async start(world) {
    await world.keep({ local: world.tokensOf(calmSession) });
    await world.alwaysOpen(world.gates.bookingDetails, () => ({ data: bookedHour }));
    await world.alwaysOpen(world.gates.myBookings, {
      data: [bookedHour],
      next: { upcoming: null, past: null },
    });
    await world.page.goto('/my-bookings');
    await expect(opener(world)).toBeVisible();
  },
  // The flow starts with its page.
  isFleeting: ({ event }) => event === null,

  events: {
    'cancellation.opened': async (world, _event, { from }) => {
      if (from !== 'closed') await leave(world);
      await opener(world).click();
    },
    'cancellation.closed': leave,
    'cancellation.requested': (world) => ask(world).click(),
    'cancellation.dismissed': (world) => question(world).getByRole('button', { name: 'Keep it' }).click(),
    'cancellation.confirmed': (world) =>
      question(world).getByRole('button', { name: 'Cancel the booking' }).click(),
    'cancellation.retried': (world) => section(world).getByRole('button', { name: 'Try again' }).click(),
    'xstate.done.actor.loadTerms': (world, { output }) =>
      world.gates.cancelTerms.open({ data: output as object }),
    'xstate.error.actor.loadTerms': (world, event) => world.gates.cancelTerms.open(failureIn(event)),
    'xstate.done.actor.cancel': (world) => world.gates.cancel.open({ data: {} }),
    'xstate.error.actor.cancel': (world, event) => {
      const { cancel } = world.gates;
      return failAtLast(world, cancel, failureIn(event), () => cancel.open(failureIn(event)));
    },
    'xstate.after.termsAge.cancellation.offered': (world) => world.pass(TERMS_AGE_MS),
  },

  states: {
    closed: (world) => expect(section(world)).toBeHidden(),
    checking: seesState,
    offered: async (world, step) => {
      await seesState(world, step);
      const { terms } = step.context as { terms: { refund: string; percent: number } };
      await expect(section(world)).toContainText(
        `If you cancel now: ₹${terms.refund} (${terms.percent}%) is refunded`,
      );
      await expect(ask(world)).toBeEnabled();
    },
    unknown: async (world, step) => {
      await seesState(world, step);
      await expect(section(world)).toContainText('The refund terms could not be loaded.');
    },
    confirming: seesQuestion,
    cancelling: (world) =>
      expect(question(world).getByRole('button', { name: 'Cancelling…' })).toBeDisabled(),
    cancelled: (world) => expect(toast(world.page, 'Your booking has been cancelled.')).toBeVisible(),
    refused: async (world, step) => {
      await seesState(world, step);
      await expect(section(world)).toContainText('cannot be cancelled');
      await expect(ask(world)).toBeHidden();
    },
  },
});
