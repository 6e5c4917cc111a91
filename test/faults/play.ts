import { spans, type Command, type Sequence, type Step, type Trouble } from './commands.ts';
import type { Handed } from './provider.ts';
import type { Booker, Checkout, World } from './world.ts';

/** A command that needs a checkout which is not there does nothing: shrinking may have taken its beginning away. */
async function withCheckout(
  world: World,
  { checkout: ago }: { readonly checkout: number },
  work: (booker: Booker, checkout: Checkout) => Promise<void>,
  fits: (checkout: Checkout) => boolean = () => true,
): Promise<void> {
  const fitting = world.checkouts.filter(fits);
  const checkout = fitting[Math.min(ago, fitting.length - 1)];
  if (checkout) await work(checkout.booker, checkout);
}

/** However slowly a background tab counts the checkout's ten minutes. */
const LONGEST_OPEN_MS = spans['1 day'];

const FORGED = '0'.repeat(64);

/** The calls of a booker's browser after a paid checkout. */
function complete(world: World, command: Command & { do: 'complete' }): Promise<void> {
  const completeAs = async (booker: Booker, checkout: Checkout): Promise<void> => {
    const handed = checkout.handed as Handed;
    const sendProof = (as = booker, of = checkout, what = handed) => world.complete(as, of, what);
    switch (command.how) {
      case 'told':
        return sendProof();
      case 'told twice at once':
        await Promise.all([sendProof(), sendProof()]);
        return;
      case 'forged':
        return sendProof(booker, checkout, { ...handed, razorpay_signature: FORGED });
      case 'of another order':
        return sendProof(booker, world.checkouts.find((other) => other !== checkout) ?? checkout);
      case 'as another user':
        return sendProof(world.bookers.find((other) => other !== booker));
    }
  };
  return withCheckout(world, command, completeAs, ({ handed }) => handed !== null);
}

/** How a booker's browser cancels a booking: it asks for the terms, shows them, and cancels with what was shown. */
async function cancel(world: World, { booking: ago, how }: Command & { do: 'cancel' }): Promise<void> {
  const booked = world.booked[Math.min(ago, world.booked.length - 1)];
  if (!booked) return;
  const { booker } = booked;
  const shown = await world.askTerms(booker, booked);
  // It was cancelled before, and its answer may have been lost: the page repeats the call.
  const refund = shown ?? '0';
  switch (how) {
    case 'as shown':
      return world.cancel(booker, booked, refund);
    case 'as shown a day ago':
      world.clock.now += spans['1 day'];
      return world.cancel(booker, booked, refund);
    case 'for another amount':
      return world.cancel(booker, booked, String(Number(refund) + 0.5));
    case 'in two tabs at once':
      await Promise.all([world.cancel(booker, booked, refund), world.cancel(booker, booked, refund)]);
      return;
    case 'as another user': {
      const other = world.bookers.find((each) => each !== booker) as Booker;
      return world.cancel(other, booked, refund);
    }
  }
}

async function post(world: World, how: (Command & { do: 'post' })['how']): Promise<void> {
  const deliver = world.deliver.bind(world);
  await world.provider.postDue();
  switch (how) {
    case 'first':
    case 'last':
      return world.webhookQueue.deliver(deliver, how);
    case 'first, and keep it':
      return world.webhookQueue.deliver(deliver, 'first', true);
    case 'all, backwards':
      return world.webhookQueue.deliverAll(deliver, 'backwards');
    case 'refuse first':
      return world.webhookQueue.deliver(async () => null, 'first');
    case 'lose first':
      return world.webhookQueue.lose();
  }
}

async function run(world: World, command: Command): Promise<void> {
  switch (command.do) {
    case 'create':
      return world.create(world.bookers[command.who] as Booker, command.range, command.wrongAmount);
    case 'book with points':
      return world.bookWithPoints(world.bookers[command.who] as Booker, command.range);
    case 'pay':
      return withCheckout(world, command, async (_booker, checkout) => {
        if (world.clock.now - checkout.openedAt > LONGEST_OPEN_MS) return;
        checkout.handed = (await world.provider.pay(checkout, command.how)) ?? checkout.handed;
      });
    case 'complete':
      return complete(world, command);
    case 'release':
      return withCheckout(world, command, (booker, checkout) => world.release(booker, checkout));
    case 'give up':
      return withCheckout(world, command, (booker, checkout) => world.release(booker, checkout, true));
    case 'ask status':
      return withCheckout(world, command, (booker, checkout) => world.fetchPaymentStatus(booker, checkout));
    case 'bank authorises after all':
      return withCheckout(world, command, (_booker, { orderId }) =>
        world.provider.authoriseLate(orderId, command.capture),
      );
    case 'cancel':
      return cancel(world, command);
    case 'next refund will fail':
      return world.provider.failNextRefund();
    case 'post':
      return post(world, command.how);
    case 'forged webhook':
      return withCheckout(world, command, (_booker, { orderId, amount }) =>
        world.deliverForged(orderId, amount),
      );
    case 'reconcile':
      return world.reconcile();
    case 'time passes':
      world.clock.now += spans[command.span];
      return;
  }
}

function arrange(world: World, trouble: Trouble): void {
  switch (trouble.is) {
    case 'crash':
      return world.life.endAt(trouble.death);
    case 'network':
      return world.line.breakAt(trouble.call, trouble.mishap);
    case 'provider away':
      return world.line.breakAt('each', 'unreachable');
    case 'meanwhile': {
      const { call, when, command } = trouble;
      return world.line.interruptAt({
        call,
        when,
        happen: () => {
          world.count('something else happened while the provider was asked');
          return run(world, command);
        },
      });
    }
  }
}

/** A query that waits for the connection which its own transaction holds fails after ten seconds. */
const TOO_LONG_MS = 9_000;

async function step(world: World, { command, trouble }: Step): Promise<void> {
  world.line.clear();
  if (trouble) arrange(world, trouble);
  const began = performance.now();
  await run(world, command);
  if (performance.now() - began > TOO_LONG_MS) world.violations.push(`${command.do} waited for itself`);
  if (world.line.spoiledCalls > 0) world.count('call to the provider spoiled', world.line.spoiledCalls);
  world.line.clear();
  if (world.life.dead) {
    world.count('crash in the middle');
    await world.startServer();
  }
  // Whoever did not get as far as where it dies, lives: dying between two commands is dying before the next one's first step.
  world.life.spare();
}

/** Lets a sequence happen in a fresh world, up to the point where everybody has done what they will ever do. */
export async function play(world: World, { steps }: Sequence): Promise<void> {
  await world.reset();
  for (const each of steps) await step(world, each);
}
