import * as fc from 'fast-check';
import type { SlotRange } from '../../domain/slots.ts';
import { mishaps, type Mishap } from './line.ts';
import type { Death } from './life.ts';
import { mailMoods, type MailMood } from './mailServer.ts';

/** The bookers: two members and one who pays by card only. */
export const BOOKERS = 3;

/** Slot ranges of one room and day, most of which overlap. */
export const ranges: readonly SlotRange[] = [
  { start: 20, end: 22 },
  { start: 21, end: 23 },
  { start: 22, end: 24 },
  { start: 20, end: 24 },
];

/** The instrument, and the bank's response. */
export const payments = [
  'card',
  'card declined',
  'card, wrong code',
  'card, no code',
  'UPI',
  'UPI declined',
  'UPI, no answer yet',
] as const;

/** What the browser does at the end of a checkout. */
const reports = [
  'reported',
  'reported twice at once',
  'forged',
  'of another order',
  'as another user',
] as const;

/** What the network does with the provider's webhooks. */
const posts = [
  'first',
  'last',
  'all, backwards',
  'first, and keep it',
  'refuse first',
  'lose first',
] as const;

/** How a customer cancels: with the current terms, with those of a day ago, with a wrong amount, in two tabs, … */
const cancellations = [
  'as shown',
  'as shown a day ago',
  'for another amount',
  'in two tabs at once',
  'as another user',
] as const;

/** How a customer moves a booking. */
const moves = [
  'as shown',
  'as shown a day ago',
  'for another difference',
  'in two tabs at once',
  'to two places at once',
  'as another user',
] as const;

/** How the desk takes a payment link back. */
const withdrawals = ['once', 'by two clerks at once'] as const;

/** How the desk moves a booking. */
const deskMoves = ['as shown', 'by two clerks, to two places', 'twice to the same place'] as const;

/** What an hour costs after a change, in rupees, and in how many days. */
export const newPrices = [250, 750, 900] as const;

/** What comes back when the desk cancels: all but the first are exceptions where the policy returns something else. */
export const returns = ['by the policy', 'everything', 'half of it', 'nothing'] as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Durations of a check, the checkout, its hold, the longest hold and the time to capture, and days. */
export const spans = {
  '1 min': MINUTE,
  '5 min': 5 * MINUTE,
  '11 min': 11 * MINUTE,
  '14 min': 14 * MINUTE,
  '23 min': 23 * MINUTE,
  '3 h': 3 * HOUR,
  '1 day': 24 * HOUR,
} as const;

/** `checkout`: 0 is the one opened last, by any booker; among the paid ones for a command that requires one. */
type OfCheckout = { readonly checkout: number };
/** `booking`: 0 is the one confirmed last, of any booker. */
type OfBooking = { readonly booking: number };

/** An action or an event of a sequence. */
export type Command =
  | { readonly do: 'create'; readonly who: number; readonly range: number; readonly wrongAmount?: true }
  | { readonly do: 'book with points'; readonly who: number; readonly range: number }
  | { readonly do: 'create series'; readonly who: number; readonly range: number }
  | { readonly do: 'book series with points'; readonly who: number; readonly range: number }
  | { readonly do: 'buy points'; readonly who: number; readonly points: number; readonly wrongAmount?: true }
  | ({ readonly do: 'pay'; readonly how: (typeof payments)[number] } & OfCheckout)
  | ({ readonly do: 'complete'; readonly how: (typeof reports)[number] } & OfCheckout)
  | ({ readonly do: 'release' } & OfCheckout)
  | ({ readonly do: 'give up' } & OfCheckout)
  | ({ readonly do: 'ask status' } & OfCheckout)
  | ({ readonly do: 'bank authorises after all'; readonly capture: 'by-rule' | 'always' } & OfCheckout)
  | ({ readonly do: 'cancel'; readonly how: (typeof cancellations)[number] } & OfBooking)
  | ({ readonly do: 'move'; readonly how: (typeof moves)[number]; readonly range: number } & OfBooking)
  // `upi`: the number of the transfer; in cash without one.
  | { readonly do: 'sell at the desk'; readonly who: number; readonly range: number; readonly upi?: number }
  | { readonly do: 'book for a member'; readonly who: number; readonly range: number }
  | ({
      readonly do: 'desk cancels';
      readonly returns: (typeof returns)[number];
      readonly twoClerks: boolean;
    } & OfBooking)
  | { readonly do: 'make link'; readonly who: number; readonly range: number; readonly twoClerks: boolean }
  | ({ readonly do: 'withdraw link'; readonly how: (typeof withdrawals)[number] } & OfCheckout)
  | ({
      readonly do: 'desk moves';
      readonly how: (typeof deskMoves)[number];
      readonly range: number;
    } & OfBooking)
  // `inDays`: on which day the price begins; 0 is today.
  | { readonly do: 'change price'; readonly to: (typeof newPrices)[number]; readonly inDays: number }
  | { readonly do: 'remove price'; readonly inDays: number }
  | { readonly do: 'hand back' }
  | { readonly do: 'change points'; readonly who: number; readonly points: number; readonly twice: boolean }
  | { readonly do: 'block'; readonly range: number; readonly around: boolean }
  | { readonly do: 'change block-out'; readonly how: 'fill' | 'remove' }
  | { readonly do: 'next refund will fail' }
  | { readonly do: 'post'; readonly how: (typeof posts)[number] }
  | ({ readonly do: 'forged webhook' } & OfCheckout)
  | { readonly do: 'reconcile' }
  | { readonly do: 'issue papers' }
  | { readonly do: 'send letters'; readonly mail: MailMood }
  | { readonly do: 'time passes'; readonly span: keyof typeof spans };

/** A fault or a concurrent event during a command. `call`: which of its calls to the provider. */
export type Trouble =
  | { readonly is: 'crash'; readonly death: Death }
  | { readonly is: 'network'; readonly call: number; readonly mishap: Mishap }
  | { readonly is: 'provider away' }
  | {
      readonly is: 'meanwhile';
      readonly call: number;
      readonly when: 'before' | 'after';
      readonly command: Command;
    };

export interface Step {
  readonly command: Command;
  readonly trouble: Trouble | null;
}

/** How the simulation is drained. */
export interface Rest {
  /** Whether the reconciler runs for all its days, or until nothing is open. */
  readonly forDays: boolean;
  /** Whether all later webhooks are lost, so that only the reconciler finds the payments. */
  readonly postLost: boolean;
  /** A fault of one call in each of the first runs of the reconciler. */
  readonly mishap: { readonly call: number; readonly kind: Mishap } | null;
}

export interface Sequence {
  readonly steps: readonly Step[];
  readonly rest: Rest;
}

const who = fc.nat({ max: BOOKERS - 1 });
const range = fc.nat({ max: ranges.length - 1 });
const ofBooking = { booking: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })) };
const ofCheckout = { checkout: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })) };

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('create' as const), who, range }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      who,
      range,
      wrongAmount: fc.constant(true as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book with points' as const), who, range }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create series' as const), who, range }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('book series with points' as const), who, range }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        do: fc.constant('buy points' as const),
        who,
        points: fc.integer({ min: 1, max: 2 }),
        wrongAmount: fc.constant(true as const),
      },
      { requiredKeys: ['do', 'who', 'points'] },
    ),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      how: fc.constantFrom('card' as const, ...payments),
      ...ofCheckout,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      how: fc.oneof({ weight: 4, arbitrary: fc.constant('reported' as const) }, fc.constantFrom(...reports)),
      ...ofCheckout,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release' as const), ...ofCheckout }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give up' as const), ...ofCheckout }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask status' as const), ...ofCheckout }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bank authorises after all' as const),
      capture: fc.constantFrom('by-rule' as const, 'always' as const),
      ...ofCheckout,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      how: fc.oneof(
        { weight: 3, arbitrary: fc.constant('as shown' as const) },
        fc.constantFrom(...cancellations),
      ),
      ...ofBooking,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      how: fc.oneof({ weight: 4, arbitrary: fc.constant('as shown' as const) }, fc.constantFrom(...moves)),
      range,
      ...ofBooking,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { do: fc.constant('sell at the desk' as const), who, range, upi: fc.nat({ max: 1 }) },
      { requiredKeys: ['do', 'who', 'range'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('book for a member' as const), who, range }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('desk cancels' as const),
      returns: fc.constantFrom(...returns),
      twoClerks: fc.boolean(),
      ...ofBooking,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('make link' as const),
      who,
      range,
      twoClerks: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('withdraw link' as const),
      how: fc.constantFrom(...withdrawals),
      ...ofCheckout,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('desk moves' as const),
      how: fc.oneof(
        { weight: 2, arbitrary: fc.constant('as shown' as const) },
        fc.constantFrom(...deskMoves),
      ),
      range,
      ...ofBooking,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change price' as const),
      to: fc.constantFrom(...newPrices),
      inDays: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove price' as const), inDays: fc.constant(1) }),
  },
  { weight: 3, arbitrary: fc.constant<Command>({ do: 'hand back' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change points' as const),
      who,
      points: fc.constantFrom(1, 0.5, -0.5, -3),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('block' as const), range, around: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change block-out' as const),
      how: fc.constantFrom('fill' as const, 'remove' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Command>({ do: 'next refund will fail' }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('post' as const), how: fc.constantFrom(...posts) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forged webhook' as const), ...ofCheckout }) },
  { weight: 4, arbitrary: fc.constant<Command>({ do: 'reconcile' }) },
  { weight: 4, arbitrary: fc.constant<Command>({ do: 'issue papers' }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('send letters' as const), mail: fc.constantFrom(...mailMoods) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('time passes' as const),
      span: fc.constantFrom(...(Object.keys(spans) as (keyof typeof spans)[])),
    }),
  },
);

const call = fc.nat({ max: 3 });

const trouble: fc.Arbitrary<Trouble | null> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('crash' as const),
      death: fc.record({ after: fc.nat({ max: 16 }), done: fc.boolean() }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('network' as const), call, mishap: fc.constantFrom(...mishaps) }),
  },
  { weight: 1, arbitrary: fc.constant<Trouble>({ is: 'provider away' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('meanwhile' as const),
      call,
      when: fc.constantFrom('before' as const, 'after' as const),
      command,
    }),
  },
);

/** A step or none, so that shrinking can remove any step that a failure does not require. */
const stepOrNone: fc.Arbitrary<Step | null> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 30, arbitrary: fc.record({ command, trouble }) },
);

const plain = (...commands: readonly Command[]): Step[] =>
  commands.map((each) => ({ command: each, trouble: null }));

/** Starts that are too rare at random: late payments, double payments, partial refunds and moves that cost more. */
const beginnings: readonly (readonly Step[])[] = [
  [],
  plain({ do: 'create', who: 0, range: 0 }, { do: 'pay', how: 'card', checkout: 0 }),
  plain(
    { do: 'create', who: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '14 min' },
    { do: 'create', who: 1, range: 1 },
  ),
  plain(
    { do: 'create', who: 2, range: 3 },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'time passes', span: '23 min' },
    { do: 'book with points', who: 1, range: 1 },
    { do: 'bank authorises after all', capture: 'by-rule', checkout: 0 },
  ),
  plain(
    { do: 'create', who: 2, range: 3 },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'give up', checkout: 0 },
    { do: 'create', who: 2, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'bank authorises after all', capture: 'always', checkout: 1 },
  ),
  plain(
    { do: 'create', who: 0, range: 2 },
    { do: 'pay', how: 'card, wrong code', checkout: 0 },
    { do: 'pay', how: 'UPI', checkout: 0 },
    { do: 'bank authorises after all', capture: 'always', checkout: 0 },
  ),
  plain(
    { do: 'create', who: 0, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '3 h' },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  plain(
    { do: 'create', who: 2, range: 0 },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'next refund will fail' },
    { do: 'cancel', how: 'in two tabs at once', booking: 0 },
  ),
  plain(
    { do: 'create', who: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
  ),
  plain(
    { do: 'create', who: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 1, booking: 0 },
  ),
  // Two equal refunds of one payment.
  plain(
    { do: 'create', who: 0, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 1, booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // A credit note that is due before its invoice has a number: the server that was issuing it has died.
  [
    ...plain(
      { do: 'create', who: 0, range: 0 },
      { do: 'pay', how: 'card', checkout: 0 },
      { do: 'complete', how: 'reported', checkout: 0 },
    ),
    { command: { do: 'issue papers' }, trouble: { is: 'crash', death: { after: 4, done: true } } },
    ...plain({ do: 'cancel', how: 'as shown', booking: 0 }, { do: 'issue papers' }),
  ],
  plain({ do: 'book with points', who: 0, range: 0 }, { do: 'move', how: 'as shown', range: 3, booking: 0 }),
  // A series of which one date is moved to a dearer time, and then each is cancelled.
  plain(
    { do: 'create series', who: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 1 },
  ),
  // Points that are paid twice, by a payment that the bank authorises after another was captured.
  plain(
    { do: 'buy points', who: 0, points: 2 },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'bank authorises after all', capture: 'always', checkout: 0 },
  ),
  // Points whose payment nobody reports before they are bought again.
  plain(
    { do: 'buy points', who: 1, points: 1 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '11 min' },
    { do: 'buy points', who: 1, points: 1 },
    { do: 'pay', how: 'card', checkout: 0 },
  ),
  // A booking of which one part was paid in cash and another by card.
  plain(
    { do: 'sell at the desk', who: 2, range: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'desk cancels', returns: 'half of it', twoClerks: true, booking: 0 },
  ),
  // A link that is paid by an attempt that was begun before the desk took it back, when the times are sold again.
  plain(
    { do: 'make link', who: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'withdraw link', how: 'once', checkout: 0 },
    { do: 'sell at the desk', who: 0, range: 1 },
    { do: 'bank authorises after all', capture: 'always', checkout: 0 },
  ),
  // A link that is paid, whose booking the desk moves and its customer moves to a dearer time after a change of the price.
  plain(
    { do: 'make link', who: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'post', how: 'all, backwards' },
    { do: 'desk moves', how: 'as shown', range: 2, booking: 0 },
    { do: 'change price', to: 750, inDays: 0 },
    { do: 'move', how: 'as shown', range: 0, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
  ),
  // Two clerks who move one booking, which its customer has moved at the same price.
  plain(
    { do: 'sell at the desk', who: 1, range: 1 },
    { do: 'move', how: 'as shown', range: 0, booking: 0 },
    { do: 'desk moves', how: 'by two clerks, to two places', range: 1, booking: 0 },
  ),
  // A link that its customer lets go, or whose times they book with points.
  plain(
    { do: 'make link', who: 1, range: 0, twoClerks: true },
    { do: 'release', checkout: 0 },
    { do: 'make link', who: 0, range: 0, twoClerks: false },
    { do: 'book with points', who: 0, range: 0 },
  ),
  // A link whose times its customer books on the site, and both are paid.
  plain(
    { do: 'make link', who: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'create', who: 2, range: 1 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'bank authorises after all', capture: 'always', checkout: 1 },
  ),
  // A link that is not paid by its deadline, after which an attempt is captured.
  plain(
    { do: 'make link', who: 0, range: 3, twoClerks: false },
    { do: 'pay', how: 'UPI, no answer yet', checkout: 0 },
    { do: 'time passes', span: '1 day' },
    { do: 'reconcile' },
    { do: 'bank authorises after all', capture: 'always', checkout: 0 },
  ),
  // A price that changes while a checkout is open, and while a move waits for its payment.
  plain(
    { do: 'create', who: 0, range: 0 },
    { do: 'change price', to: 750, inDays: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'change price', to: 250, inDays: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // A hold that is paid after its times were blocked.
  plain(
    { do: 'create', who: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '14 min' },
    { do: 'block', range: 1, around: false },
  ),
  // A UPI transfer that is shown at the desk for two bookings.
  plain(
    { do: 'sell at the desk', who: 0, range: 0, upi: 0 },
    { do: 'sell at the desk', who: 1, range: 2, upi: 0 },
  ),
  // A series that is paid when one of its dates is gone.
  plain(
    { do: 'create series', who: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '14 min' },
    { do: 'create', who: 1, range: 1 },
  ),
];

const rest: fc.Arbitrary<Rest> = fc.record({
  forDays: fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  postLost: fc.boolean(),
  mishap: fc.option(fc.record({ call: fc.nat({ max: 4 }), kind: fc.constantFrom(...mishaps) }), { freq: 1 }),
});

/** Random sequences: any command, in any order, with any fault. */
export const sequences: fc.Arbitrary<Sequence> = fc
  .record({
    beginning: fc.constantFrom(...beginnings),
    steps: fc.array(stepOrNone, { minLength: 1, maxLength: 20, size: 'max' }),
    rest,
  })
  .map(({ beginning, steps, ...others }) => ({
    steps: [...beginning, ...steps.filter((step) => step !== null)],
    ...others,
  }));

/** A sequence in a readable form. */
export function describe({ steps, rest: { forDays, postLost, mishap } }: Sequence): string {
  const text = ({ do: what, ...details }: Command): string =>
    [what, ...Object.entries(details).map(([name, value]) => `${name} ${String(value)}`)].join(', ');
  const troubleText = (of: Trouble): string => {
    if (of.is === 'crash')
      return `crash ${of.death.done ? 'after' : 'before'} outside step ${of.death.after}`;
    if (of.is === 'network') return `provider call ${of.call}: ${of.mishap}`;
    if (of.is === 'provider away') return of.is;
    return `meanwhile, ${of.when} provider call ${of.call}: ${text(of.command)}`;
  };
  const lines = steps.map(
    (step, n) => `  ${n + 1}. ${text(step.command)}${step.trouble ? `  [${troubleText(step.trouble)}]` : ''}`,
  );
  const end = ['then rest'];
  if (forDays) end.push('for days');
  if (postLost) end.push('what the provider reports being lost');
  if (mishap) end.push(`provider call ${mishap.call} of the first rounds: ${mishap.kind}`);
  return [...lines, `  ${end.join(', ')}`].join('\n');
}
