import { handOver } from './accounts.ts';
import {
  ranges,
  durations,
  newHourlyPrices,
  type Command,
  type Sequence,
  type Step,
  type Fault,
} from './commands.ts';
import * as desk from './desk.ts';
import { checkLimit, correctCompanyInvoice, invoiceCompany, recordTransfer } from './money/companies.ts';
import { decideRequest } from './money/refundRequests.ts';
import { explainDifference, uploadSettlements } from './money/settlements.ts';
import { bookOnAccount } from './money/siteCharges.ts';
import { closeTill } from './money/tills.ts';
import type { PaymentProof } from './provider.ts';
import { changeMembership } from './pointMonths.ts';
import type { Booker, Checkout, Simulation } from './simulation.ts';

/** Runs `work` with a checkout. Does nothing without one, because shrinking may have removed the command that opened it. */
async function withCheckout(
  simulation: Simulation,
  { checkout: index }: { readonly checkout: number },
  work: (booker: Booker, checkout: Checkout) => Promise<void>,
  isCandidate: (checkout: Checkout) => boolean = () => true,
): Promise<void> {
  const candidates = simulation.checkouts.filter(isCandidate);
  const checkout = candidates[Math.min(index, candidates.length - 1)];
  if (checkout) await work(checkout.booker, checkout);
}

/** A checkout stays open this long: the timers of a background tab may be slow. */
const LONGEST_OPEN_MS = durations['1 day'];

const FORGED = '0'.repeat(64);

/** A booker's browser reports a paid checkout. */
function complete(simulation: Simulation, command: Command & { do: 'complete' }): Promise<void> {
  const completeAs = async (booker: Booker, checkout: Checkout): Promise<void> => {
    const proof = checkout.proof as PaymentProof;
    const sendProof = (user = booker, target = checkout, sentProof = proof) =>
      simulation.complete(user, target, sentProof);
    switch (command.how) {
      case 'reported':
        return sendProof();
      case 'reported twice at once':
        await Promise.all([sendProof(), sendProof()]);
        return;
      case 'forged':
        return sendProof(booker, checkout, { ...proof, razorpay_signature: FORGED });
      case 'of another order':
        return sendProof(booker, simulation.checkouts.find((other) => other !== checkout) ?? checkout);
      case 'as another user':
        return sendProof(simulation.bookers.find((other) => other !== booker));
    }
  };
  return withCheckout(simulation, command, completeAs, ({ proof }) => proof !== null);
}

/** A booker's browser loads the terms of cancelling, and cancels with the shown refund. */
async function cancel(
  simulation: Simulation,
  { booking: index, how }: Command & { do: 'cancel' },
): Promise<void> {
  const target = simulation.confirmedBookings[Math.min(index, simulation.confirmedBookings.length - 1)];
  if (!target) return;
  const { booker } = target;
  const shown = await simulation.fetchCancelTerms(booker, target);
  // Without terms, the booking was already cancelled. The response may have been lost, so that the page repeats the call.
  const refund = shown ?? '0';
  switch (how) {
    case 'as shown':
      return simulation.cancel(booker, target, refund);
    case 'as shown a day ago':
      simulation.clock.now += durations['1 day'];
      return simulation.cancel(booker, target, refund);
    case 'for another amount':
      return simulation.cancel(booker, target, String(Number(refund) + 0.5));
    case 'in two tabs at once':
      await Promise.all([
        simulation.cancel(booker, target, refund),
        simulation.cancel(booker, target, refund),
      ]);
      return;
    case 'as another user': {
      const other = simulation.bookers.find((each) => each !== booker) as Booker;
      return simulation.cancel(other, target, refund);
    }
  }
}

/** A booker's browser loads the terms of a move, and moves the booking with the shown terms. */
async function move(
  simulation: Simulation,
  { booking: index, how, range }: Command & { do: 'move' },
): Promise<void> {
  const target = simulation.confirmedBookings[Math.min(index, simulation.confirmedBookings.length - 1)];
  if (!target) return;
  const { booker } = target;
  const shown = await simulation.fetchMoveTerms(booker, target, range);
  if (!shown) return;
  if (how === 'as shown a day ago') simulation.clock.now += durations['1 day'];
  const send = (user = booker, to = range, terms = shown) => simulation.move(user, target, to, terms);
  const sendAll = async (): Promise<void> => {
    switch (how) {
      case 'as shown':
      case 'as shown a day ago':
        return send();
      case 'for another difference':
        return send(booker, range, { ...shown, difference: String(Number(shown.difference) + 0.5) });
      case 'in two tabs at once':
        await Promise.all([send(), send()]);
        return;
      case 'to two places at once':
        await Promise.all([send(), send(booker, (range + 1) % ranges.length)]);
        return;
      case 'as another user':
        return send(simulation.bookers.find((each) => each !== booker));
    }
  };
  await sendAll();
  if (!simulation.onAccount.has(target.bookingId)) return;
  await simulation.repeatIfCrashed(sendAll);
  await checkLimit(simulation);
}

async function deliverWebhooks(
  simulation: Simulation,
  how: (Command & { do: 'deliver webhooks' })['how'],
): Promise<void> {
  const deliver = simulation.deliver.bind(simulation);
  await simulation.provider.deliverDueWebhooks();
  switch (how) {
    case 'first':
    case 'last':
      return simulation.webhookQueue.deliver(deliver, how);
    case 'first, and repeat it':
      return simulation.webhookQueue.deliver(deliver, 'first', true);
    case 'all, reversed':
      return simulation.webhookQueue.deliverAll(deliver, 'reversed');
    case 'reject first':
      return simulation.webhookQueue.deliver(async () => null, 'first');
    case 'lose first':
      return simulation.webhookQueue.dropFirst();
  }
}

/** For the table of kinds and outcomes. The money of the desk is counted by how it is moved. */
function kindOf(command: Command): string {
  switch (command.do) {
    case 'sell at the desk': {
      const details = [command.upi === undefined ? 'cash' : 'UPI'];
      if (command.repeats) details.push('repeated');
      if (command.twice) details.push('sent twice');
      return `${command.do}: ${details.join(', ')}`;
    }
    case 'desk refunds':
    case 'desk refund waits':
      return `${command.do}: ${command.method}`;
    case 'move from block-out':
      return `${command.do}: ${command.twoClerks ? 'by two clerks' : 'once'}`;
    case 'desk changes length':
    case 'book on account':
    case 'record transfer':
    case 'invoice company':
    case 'close till':
    case 'upload settlements':
    case 'explain difference':
    case 'correct invoice':
    case 'correct company invoice':
      return `${command.do}: ${command.how}`;
    default:
      return command.do;
  }
}

const runCommand = (simulation: Simulation, command: Command): Promise<void> =>
  simulation.runCounted(kindOf(command), () => performCommand(simulation, command));

async function performCommand(simulation: Simulation, command: Command): Promise<void> {
  switch (command.do) {
    case 'create':
      return simulation.create(
        simulation.bookers[command.bookerIndex] as Booker,
        command.range,
        command.wrongAmount,
      );
    case 'book with points':
      return simulation.bookWithPoints(simulation.bookers[command.bookerIndex] as Booker, command.range);
    case 'create series':
      return simulation.createSeries(simulation.bookers[command.bookerIndex] as Booker, command.range);
    case 'book series with points':
      return simulation.bookSeriesWithPoints(
        simulation.bookers[command.bookerIndex] as Booker,
        command.range,
      );
    case 'buy points':
      return simulation.buyPoints(
        simulation.bookers[command.bookerIndex] as Booker,
        command.points,
        command.wrongAmount,
      );
    case 'pay':
      return withCheckout(simulation, command, async (_booker, checkout) => {
        if (simulation.clock.now - checkout.openedAt > LONGEST_OPEN_MS) return;
        const proof = await simulation.provider.pay(checkout, command.how);
        // The provider's page of a link returns no proof to our page.
        if (!checkout.isLink) checkout.proof = proof ?? checkout.proof;
      });
    case 'complete':
      return complete(simulation, command);
    case 'release':
      return withCheckout(simulation, command, (booker, checkout) => simulation.release(booker, checkout));
    case 'give up':
      return withCheckout(simulation, command, (booker, checkout) =>
        simulation.release(booker, checkout, true),
      );
    case 'fetch status':
      return withCheckout(simulation, command, (booker, checkout) =>
        simulation.fetchPaymentStatus(booker, checkout),
      );
    case 'authorise late':
      return withCheckout(simulation, command, (_booker, { providerOrderId }) =>
        simulation.provider.authoriseLate(providerOrderId, command.capture),
      );
    case 'cancel':
      return cancel(simulation, command);
    case 'move':
      return move(simulation, command);
    case 'sell at the desk':
      await desk.sell(simulation, command);
      return;
    case 'book for a member':
      return desk.bookForMember(simulation, command);
    case 'correct invoice':
      return desk.correctInvoice(simulation, command);
    case 'correct company invoice':
      return correctCompanyInvoice(simulation, command, () => desk.sellOnAccountBefore(simulation));
    case 'desk refunds':
      return desk.refundAmount(simulation, command);
    case 'desk refund waits':
      await desk.requestRefund(simulation, command);
      return simulation.runCounted(`decide refund: ${command.decision}`, () =>
        decideRequest(simulation, command.decision),
      );
    case 'sell on account':
      return desk.sellOnAccount(simulation, command);
    case 'book on account':
      return bookOnAccount(simulation, command, () =>
        desk.changePrice(simulation, { inDays: 0, to: newHourlyPrices[1] }),
      );
    case 'invoice company':
      return invoiceCompany(simulation, command.how, () => desk.sellOnAccountBefore(simulation));
    case 'record transfer':
      return recordTransfer(simulation, command);
    case 'close till':
      return closeTill(simulation, command, () => desk.sellBefore(simulation, 0));
    case 'upload settlements':
      return uploadSettlements(simulation, command);
    case 'explain difference':
      return explainDifference(simulation, command);
    case 'move from block-out':
      return desk.moveFromBlockOut(simulation, command);
    case 'desk cancels':
      return desk.cancel(simulation, command);
    case 'make link':
      return desk.makeLink(simulation, command);
    case 'withdraw link':
      return withCheckout(
        simulation,
        command,
        (_booker, checkout) => desk.withdrawLink(simulation, checkout, command.how),
        ({ isLink }) => isLink,
      );
    case 'desk moves':
      return desk.move(simulation, command);
    case 'desk changes length':
      return desk.changeLength(simulation, command);
    case 'change price':
      return desk.changePrice(simulation, command);
    case 'remove price':
      return desk.changePrice(simulation, { ...command, to: null });
    case 'hand over':
      return handOver(simulation, command);
    case 'hand back':
      return desk.handBack(simulation, 'one');
    case 'change points':
      return desk.adjustPoints(simulation, command);
    case 'change membership':
      return changeMembership(simulation, command);
    case 'renew points':
      return simulation.renewPoints();
    case 'block':
      return desk.block(simulation, command);
    case 'change block-out':
      return desk.changeBlockOut(simulation, command.how);
    case 'next refund will fail':
      return simulation.provider.failNextRefund();
    case 'refund by hand':
      return withCheckout(simulation, command, async (_booker, { providerOrderId }) => {
        const paymentId = await simulation.provider.refundByHand(providerOrderId, command.amount);
        simulation.recordReturn('refund by hand', paymentId);
      });
    case 'dispute':
      return withCheckout(simulation, command, async (_booker, { providerOrderId }) => {
        simulation.recordReturn('dispute', await simulation.provider.dispute(providerOrderId));
      });
    case 'decide dispute':
      return simulation.provider.decideDispute(command.as);
    case 'retry refund':
      return desk.retryRefund(simulation, command.speed);
    case 'refuse refunds':
      return simulation.provider.refuseRefunds(command.because);
    case 'deliver webhooks':
      return deliverWebhooks(simulation, command.how);
    case 'forged webhook':
      return withCheckout(simulation, command, (_booker, { orderId, amount }) =>
        simulation.deliverForged(orderId, amount),
      );
    case 'reconcile':
      return simulation.reconcile();
    case 'issue tax documents':
      return simulation.issueTaxDocuments();
    case 'send emails':
      return simulation.sendEmails(command.mail);
    case 'time passes':
      simulation.clock.now += durations[command.span];
      return;
    case 'half a year passes':
      return simulation.passHalfAYear();
  }
}

function injectFault(simulation: Simulation, fault: Fault): void {
  switch (fault.kind) {
    case 'crash':
      return simulation.serverProcess.crashAt(fault.crashPoint);
    case 'network':
      return simulation.network.failAt(fault.call, fault.networkFault);
    case 'provider down':
      return simulation.network.failAt('each', 'unreachable');
    case 'concurrent command': {
      const { call, when, command } = fault;
      return simulation.network.runAt({
        call,
        when,
        run: () => {
          simulation.count('a command ran during a call to the provider');
          return runCommand(simulation, command);
        },
      });
    }
  }
}

async function runStep(simulation: Simulation, { command, fault }: Step): Promise<void> {
  simulation.network.reset();
  if (fault) injectFault(simulation, fault);
  await runCommand(simulation, command);
  await simulation.datePayments();
  if (simulation.network.faultyCalls > 0)
    simulation.count('call to the provider with a fault', simulation.network.faultyCalls);
  simulation.network.reset();
  await simulation.restartIfCrashed();
  // A planned crash that was not reached is cancelled. A crash between two commands equals one before the next first step.
  simulation.serverProcess.cancelCrash();
}

/** Resets the simulation and runs all steps of a sequence. */
export async function play(simulation: Simulation, { steps }: Sequence): Promise<void> {
  await simulation.reset();
  for (const each of steps) await runStep(simulation, each);
}
