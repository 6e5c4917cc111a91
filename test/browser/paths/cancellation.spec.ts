import { amountText } from '../../../domain/money/amounts.ts';
import type { CancelTerms } from '../../../domain/bookings/terms.ts';
import { cancellation } from '../../paths/models/cancellation.ts';
import { room } from '../../fixtures/booking.ts';
import { bookedHour } from '../../fixtures/bookingDetails.ts';
import { newestToast } from '../visitorActions.ts';
import { inApiFormat } from './page/apiFormat.ts';
import { failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { exhaustRetries } from './longPaths/exhaustRetries.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import { longSession, type World } from './page/world.ts';

/* Cancelling a booking on its page: the refund, the confirmation, and every error of the server. */

/** How long shown terms count as fresh (machines/bookings/cancellation.ts), and a little more. */
const TERMS_EXPIRED_MS = 301_000;

const section = ({ page }: World) => page.locator('[data-flow="cancellation"]');
const confirmationDialog = ({ page }: World) => page.getByRole('dialog', { name: 'Cancel this booking?' });
const cancelButton = (world: World) => section(world).getByRole('button', { name: 'Cancel this booking' });

const bookingLink = ({ page }: World) =>
  page.getByRole('article', { name: room.roomName }).getByRole('link', { name: room.roomName });

async function goBackToBookings(world: World): Promise<void> {
  await world.page.goBack();
  await expect(bookingLink(world)).toBeVisible();
}

const expectState = (world: World, { state }: StepInContext) =>
  expect(section(world)).toHaveAttribute('data-state', state);

async function expectConfirmation(world: World, step: StepInContext): Promise<void> {
  const { haveTermsChanged, failure, terms } = step.context as {
    haveTermsChanged: boolean;
    failure: unknown;
    terms: CancelTerms;
  };
  await expect(confirmationDialog(world)).toContainText(amountText(terms.refund));
  await expect(confirmationDialog(world).getByText('lower than the amount you were shown')).toBeVisible({
    visible: haveTermsChanged,
  });
  await expect(confirmationDialog(world).getByText('The booking will not be cancelled twice')).toBeVisible({
    visible: failure !== null,
  });
}

testPaths({
  name: 'cancellation',
  flow: () => 'cancellation',
  model: cancellation,
  longPaths: { maxEvents: 15 },

  async start(world) {
    await world.fillStorage({ local: world.storedTokens(longSession) });
    await world.keepOpen(world.gates.bookingDetails, () => ({ data: inApiFormat(bookedHour) }));
    await world.keepOpen(world.gates.myBookings, {
      data: [inApiFormat(bookedHour)],
      next: { upcoming: null, past: null },
    });
    await world.page.goto('/my-bookings');
    await expect(bookingLink(world)).toBeVisible();
  },
  // The flow starts with its page.
  isTransientState: ({ event }) => event === null,

  events: {
    'cancellation.opened': async (world, _event, { from }) => {
      if (from !== 'closed') await goBackToBookings(world);
      await bookingLink(world).click();
    },
    'cancellation.closed': goBackToBookings,
    'cancellation.requested': (world) => cancelButton(world).click(),
    'cancellation.dismissed': (world) =>
      confirmationDialog(world).getByRole('button', { name: 'Keep it' }).click(),
    'cancellation.confirmed': (world) =>
      confirmationDialog(world).getByRole('button', { name: 'Cancel the booking' }).click(),
    'cancellation.retried': (world) => section(world).getByRole('button', { name: 'Try again' }).click(),
    'xstate.done.actor.loadTerms': (world, { output }) =>
      world.gates.cancelTerms.open({ data: inApiFormat(output) }),
    'xstate.error.actor.loadTerms': (world, event) => world.gates.cancelTerms.open(failureIn(event)),
    'xstate.done.actor.cancel': (world) => world.gates.cancel.open({ data: {} }),
    'xstate.error.actor.cancel': (world, event) => {
      const { cancel } = world.gates;
      return exhaustRetries(world, cancel, failureIn(event), () => cancel.open(failureIn(event)));
    },
    'xstate.after.termsAge.cancellation.offered': (world) => world.advanceClock(TERMS_EXPIRED_MS),
  },

  states: {
    closed: (world) => expect(section(world)).toBeHidden(),
    checking: expectState,
    offered: async (world, step) => {
      await expectState(world, step);
      const { terms } = step.context as { terms: CancelTerms };
      await expect(section(world)).toContainText(
        `If you cancel now: ${amountText(terms.refund)} (${terms.percent}%) is refunded`,
      );
      await expect(cancelButton(world)).toBeEnabled();
    },
    unknown: async (world, step) => {
      await expectState(world, step);
      await expect(section(world)).toContainText('The refund terms could not be loaded.');
    },
    confirming: expectConfirmation,
    cancelling: (world) =>
      expect(confirmationDialog(world).getByRole('button', { name: 'Cancelling…' })).toBeDisabled(),
    cancelled: (world) => expect(newestToast(world.page, 'Your booking has been cancelled.')).toBeVisible(),
    refused: async (world, step) => {
      await expectState(world, step);
      await expect(section(world)).toContainText('can no longer be cancelled');
      await expect(cancelButton(world)).toBeHidden();
    },
  },
});
