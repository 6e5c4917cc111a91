import { ranges, spans, type Command, type Sequence, type Step, type Trouble } from './commands.ts';
import * as desk from './desk.ts';
import type { Handed } from './provider.ts';
import type { Booker, Checkout, Simulation } from './simulation.ts';

/** A command without its checkout does nothing, because shrinking may have removed the start of the checkout. */
async function withCheckout(
  simulation: Simulation,
  { checkout: ago }: { readonly checkout: number },
  work: (booker: Booker, checkout: Checkout) => Promise<void>,
  fits: (checkout: Checkout) => boolean = () => true,
): Promise<void> {
  const fitting = simulation.checkouts.filter(fits);
  const checkout = fitting[Math.min(ago, fitting.length - 1)];
  if (checkout) await work(checkout.booker, checkout);
}

/** A background tab may count the checkout's ten minutes slowly. */
const LONGEST_OPEN_MS = spans['1 day'];

const FORGED = '0'.repeat(64);

/** The calls of a booker's browser after a paid checkout. */
function complete(simulation: Simulation, command: Command & { do: 'complete' }): Promise<void> {
  const completeAs = async (booker: Booker, checkout: Checkout): Promise<void> => {
    const handed = checkout.handed as Handed;
    const sendProof = (as = booker, of = checkout, what = handed) => simulation.complete(as, of, what);
    switch (command.how) {
      case 'reported':
        return sendProof();
      case 'reported twice at once':
        await Promise.all([sendProof(), sendProof()]);
        return;
      case 'forged':
        return sendProof(booker, checkout, { ...handed, razorpay_signature: FORGED });
      case 'of another order':
        return sendProof(booker, simulation.checkouts.find((other) => other !== checkout) ?? checkout);
      case 'as another user':
        return sendProof(simulation.bookers.find((other) => other !== booker));
    }
  };
  return withCheckout(simulation, command, completeAs, ({ handed }) => handed !== null);
}

/** A booker's browser cancels a booking: it loads the terms, shows them, and cancels with the shown refund. */
async function cancel(
  simulation: Simulation,
  { booking: ago, how }: Command & { do: 'cancel' },
): Promise<void> {
  const booked = simulation.booked[Math.min(ago, simulation.booked.length - 1)];
  if (!booked) return;
  const { booker } = booked;
  const shown = await simulation.askTerms(booker, booked);
  // It was cancelled before, and the response may have been lost: the page repeats the call.
  const refund = shown ?? '0';
  switch (how) {
    case 'as shown':
      return simulation.cancel(booker, booked, refund);
    case 'as shown a day ago':
      simulation.clock.now += spans['1 day'];
      return simulation.cancel(booker, booked, refund);
    case 'for another amount':
      return simulation.cancel(booker, booked, String(Number(refund) + 0.5));
    case 'in two tabs at once':
      await Promise.all([
        simulation.cancel(booker, booked, refund),
        simulation.cancel(booker, booked, refund),
      ]);
      return;
    case 'as another user': {
      const other = simulation.bookers.find((each) => each !== booker) as Booker;
      return simulation.cancel(other, booked, refund);
    }
  }
}

/** How a booker's browser moves a booking: it asks what that costs, shows it, and moves for what was shown. */
async function move(
  simulation: Simulation,
  { booking: ago, how, range }: Command & { do: 'move' },
): Promise<void> {
  const booked = simulation.booked[Math.min(ago, simulation.booked.length - 1)];
  if (!booked) return;
  const { booker } = booked;
  const shown = await simulation.askMove(booker, booked, range);
  if (!shown) return;
  const send = (as = booker, to = range, what = shown) => simulation.move(as, booked, to, what);
  switch (how) {
    case 'as shown':
      return send();
    case 'as shown a day ago':
      simulation.clock.now += spans['1 day'];
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
}

async function post(simulation: Simulation, how: (Command & { do: 'post' })['how']): Promise<void> {
  const deliver = simulation.deliver.bind(simulation);
  await simulation.provider.postDue();
  switch (how) {
    case 'first':
    case 'last':
      return simulation.webhookQueue.deliver(deliver, how);
    case 'first, and keep it':
      return simulation.webhookQueue.deliver(deliver, 'first', true);
    case 'all, backwards':
      return simulation.webhookQueue.deliverAll(deliver, 'backwards');
    case 'refuse first':
      return simulation.webhookQueue.deliver(async () => null, 'first');
    case 'lose first':
      return simulation.webhookQueue.lose();
  }
}

async function run(simulation: Simulation, command: Command): Promise<void> {
  switch (command.do) {
    case 'create':
      return simulation.create(simulation.bookers[command.who] as Booker, command.range, command.wrongAmount);
    case 'book with points':
      return simulation.bookWithPoints(simulation.bookers[command.who] as Booker, command.range);
    case 'create series':
      return simulation.createSeries(simulation.bookers[command.who] as Booker, command.range);
    case 'book series with points':
      return simulation.bookSeriesWithPoints(simulation.bookers[command.who] as Booker, command.range);
    case 'buy points':
      return simulation.buyPoints(
        simulation.bookers[command.who] as Booker,
        command.points,
        command.wrongAmount,
      );
    case 'pay':
      return withCheckout(simulation, command, async (_booker, checkout) => {
        if (simulation.clock.now - checkout.openedAt > LONGEST_OPEN_MS) return;
        const handed = await simulation.provider.pay(checkout, command.how);
        // The page of a link is the provider's: ours gets no proof.
        if (!checkout.isLink) checkout.handed = handed ?? checkout.handed;
      });
    case 'complete':
      return complete(simulation, command);
    case 'release':
      return withCheckout(simulation, command, (booker, checkout) => simulation.release(booker, checkout));
    case 'give up':
      return withCheckout(simulation, command, (booker, checkout) =>
        simulation.release(booker, checkout, true),
      );
    case 'ask status':
      return withCheckout(simulation, command, (booker, checkout) =>
        simulation.fetchPaymentStatus(booker, checkout),
      );
    case 'bank authorises after all':
      return withCheckout(simulation, command, (_booker, { atProvider }) =>
        simulation.provider.authoriseLate(atProvider, command.capture),
      );
    case 'cancel':
      return cancel(simulation, command);
    case 'move':
      return move(simulation, command);
    case 'sell at the desk':
      return desk.sell(simulation, command);
    case 'book for a member':
      return desk.bookForMember(simulation, command);
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
    case 'change price':
      return desk.changePrice(simulation, command);
    case 'remove price':
      return desk.changePrice(simulation, { ...command, to: null });
    case 'hand back':
      return desk.handBack(simulation, 'one');
    case 'change points':
      return desk.adjustPoints(simulation, command);
    case 'block':
      return desk.block(simulation, command);
    case 'change block-out':
      return desk.changeBlockOut(simulation, command.how);
    case 'next refund will fail':
      return simulation.provider.failNextRefund();
    case 'post':
      return post(simulation, command.how);
    case 'forged webhook':
      return withCheckout(simulation, command, (_booker, { orderId, amount }) =>
        simulation.deliverForged(orderId, amount),
      );
    case 'reconcile':
      return simulation.reconcile();
    case 'issue papers':
      return simulation.issuePapers();
    case 'send letters':
      return simulation.sendLetters(command.mail);
    case 'time passes':
      simulation.clock.now += spans[command.span];
      return;
  }
}

function arrange(simulation: Simulation, trouble: Trouble): void {
  switch (trouble.is) {
    case 'crash':
      return simulation.life.endAt(trouble.death);
    case 'network':
      return simulation.line.breakAt(trouble.call, trouble.mishap);
    case 'provider away':
      return simulation.line.breakAt('each', 'unreachable');
    case 'meanwhile': {
      const { call, when, command } = trouble;
      return simulation.line.interruptAt({
        call,
        when,
        happen: () => {
          simulation.count('something else happened while the provider was asked');
          return run(simulation, command);
        },
      });
    }
  }
}

async function step(simulation: Simulation, { command, trouble }: Step): Promise<void> {
  simulation.line.clear();
  if (trouble) arrange(simulation, trouble);
  await run(simulation, command);
  if (simulation.line.spoiledCalls > 0)
    simulation.count('call to the provider spoiled', simulation.line.spoiledCalls);
  simulation.line.clear();
  if (simulation.life.dead) {
    simulation.count('crash in the middle');
    await simulation.startServer();
  }
  // A process that has not reached its death lives on: dying between two commands is dying before the next one's first step.
  simulation.life.spare();
}

/** Lets a sequence happen in a fresh simulation, up to the point where everybody has done what they will ever do. */
export async function play(simulation: Simulation, { steps }: Sequence): Promise<void> {
  await simulation.reset();
  for (const each of steps) await step(simulation, each);
}
