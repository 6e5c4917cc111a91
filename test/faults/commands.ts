import * as fc from 'fast-check';
import type { SlotRange } from '../../domain/time/slots.ts';
import { networkFaults, type NetworkFault } from './network.ts';
import { companyInvoices, transferCalls } from './money/companies.ts';
import { corrections, type Correction } from './money/corrections.ts';
import { requestDecisions } from './money/refundRequests.ts';
import { siteBookings } from './money/siteCharges.ts';
import type { CrashPoint } from './crashableProcess.ts';
import { mailServerStates, type MailServerState } from './mailServer.ts';

/** Two members and a guest without points. */
export const BOOKERS = 3;

/** Slot ranges of one room and day, most of which overlap. */
export const ranges: readonly SlotRange[] = [
  { start: 20, end: 22 },
  { start: 21, end: 23 },
  { start: 22, end: 24 },
  { start: 20, end: 24 },
];

/** Instrument and the bank's response. */
export const payments = [
  'card',
  'card declined',
  'card, wrong OTP',
  'card, no OTP',
  'UPI',
  'UPI declined',
  'UPI, pending',
] as const;

/** By the browser, at the end of a checkout. */
const reports = [
  'reported',
  'reported twice at once',
  'forged',
  'of another order',
  'as another user',
] as const;

/** How the network delivers the provider's webhooks. */
const deliveries = [
  'first',
  'last',
  'all, reversed',
  'first, and repeat it',
  'reject first',
  'lose first',
] as const;

/** How a customer cancels. */
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

/** How the desk cancels a payment link. */
const withdrawals = ['once', 'by two clerks at once'] as const;

/** How the desk moves a booking. */
const deskMoves = ['as shown', 'by two clerks, to two places', 'twice to the same place'] as const;

/** How the desk changes the length of a booking. */
export const lengthChanges = [
  'longer, in cash',
  'longer, by two clerks',
  'shorter, by the policy',
  'shorter, by exception',
] as const;

/** Who made an account, and how it goes to the owner of its address. */
export const handOvers = [
  'desk-made, registered',
  'desk-made, reset',
  'unproven, kept',
  'unproven, released',
  'unproven, claimed',
  'unproven, disowned',
  'unproven, confirmed',
] as const;

/** In rupees, after a change. */
export const newHourlyPrices = [250, 750, 900] as const;

/** When the desk cancels. All except the first are exceptions to the policy. */
export const deskRefunds = ['by the policy', 'everything', 'half of it', 'nothing'] as const;

/** How the desk refunds an amount of a booking: everything that is left, or ₹100.00. */
export const deskRefundMethods = ['provider', 'cash'] as const;
export const deskRefundCalls = ['once', 'by two clerks at once', 'twice by one clerk'] as const;

/** How a clerk's till is signed off. */
export const tillCloses = [
  'as shown',
  'with coins missing',
  'twice by one manager',
  'by two managers at once',
  'after another sale',
] as const;

/** Which report of the provider's settlements a bookkeeper uploads, and how. */
export const settlementUploads = [
  'as it is',
  'the same file twice',
  'by two at once',
  'a line is missing',
  'with a payment of others',
  'with another amount',
] as const;

/** How a difference is explained. */
export const explanations = ['once', 'twice by one', 'by two at once'] as const;

/** How the desk corrects an invoice. */

/** What somebody refunds in the provider's dashboard: everything that is left, or ₹100.00. */
export const refundsByHand = ['everything', 'a part'] as const;
/** How the provider decides a dispute. */
export const decisions = ['under_review', 'won', 'lost', 'closed'] as const;
/** Why the provider refuses refunds, until it accepts them again. */
export const refusals = ['too-old', 'never', 'balance', 'accept again'] as const;

/** How the desk requests a refund again. */
export const refundSpeeds = ['normal', 'optimum'] as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Durations of a check, the checkout, its hold, the longest hold and the time to capture, and days. */
export const durations = {
  '1 min': MINUTE,
  '5 min': 5 * MINUTE,
  '11 min': 11 * MINUTE,
  '14 min': 14 * MINUTE,
  '23 min': 23 * MINUTE,
  '3 h': 3 * HOUR,
  '1 day': 24 * HOUR,
} as const;

/** More than the six months after which the provider refuses refunds of normal speed. Whole weeks, for the same weekday. */
export const HALF_A_YEAR_IN_DAYS = 196;

/** `checkout` is the index of a checkout of any booker. The newest is 0. Some commands count only paid checkouts or links. */
type CheckoutTarget = { readonly checkout: number };
/** `booking` is the index of a confirmed booking of any booker. The newest is 0. */
type BookingTarget = { readonly booking: number };

/** An action or an event of a sequence. */
export type Command =
  | {
      readonly do: 'create';
      readonly bookerIndex: number;
      readonly range: number;
      readonly wrongAmount?: true;
    }
  | { readonly do: 'book with points'; readonly bookerIndex: number; readonly range: number }
  | { readonly do: 'create series'; readonly bookerIndex: number; readonly range: number }
  | { readonly do: 'book series with points'; readonly bookerIndex: number; readonly range: number }
  | {
      readonly do: 'buy points';
      readonly bookerIndex: number;
      readonly points: number;
      readonly wrongAmount?: true;
    }
  | ({ readonly do: 'pay'; readonly how: (typeof payments)[number] } & CheckoutTarget)
  | ({ readonly do: 'complete'; readonly how: (typeof reports)[number] } & CheckoutTarget)
  | ({ readonly do: 'release' } & CheckoutTarget)
  | ({ readonly do: 'give up' } & CheckoutTarget)
  | ({ readonly do: 'fetch status' } & CheckoutTarget)
  | ({ readonly do: 'authorise late'; readonly capture: 'by-rule' | 'always' } & CheckoutTarget)
  | ({ readonly do: 'cancel'; readonly how: (typeof cancellations)[number] } & BookingTarget)
  | ({ readonly do: 'move'; readonly how: (typeof moves)[number]; readonly range: number } & BookingTarget)
  // `upi` is the number of the transfer. Without it the payment is in cash.
  | {
      readonly do: 'sell at the desk';
      readonly bookerIndex: number;
      readonly range: number;
      readonly upi?: number;
      /** The same times a week later as well, with one payment. */
      readonly repeats?: boolean;
      /** The call is sent twice at once. */
      readonly twice?: boolean;
    }
  | { readonly do: 'book for a member'; readonly bookerIndex: number; readonly range: number }
  | ({
      readonly do: 'desk cancels';
      readonly refundKind: (typeof deskRefunds)[number];
      readonly twoClerks: boolean;
    } & BookingTarget)
  | ({
      readonly do: 'desk refunds';
      readonly amount: (typeof refundsByHand)[number];
      readonly method: (typeof deskRefundMethods)[number];
      readonly how: (typeof deskRefundCalls)[number];
    } & BookingTarget)
  // A clerk with a low limit refunds everything that is left, and managers decide about it.
  | ({
      readonly do: 'desk refund waits';
      readonly method: (typeof deskRefundMethods)[number];
      readonly decision: (typeof requestDecisions)[number];
    } & BookingTarget)
  | {
      readonly do: 'sell on account';
      readonly bookerIndex: number;
      readonly range: number;
      /** The call is sent twice at once. */
      readonly twice?: boolean;
    }
  // By somebody of the company, on the site.
  | {
      readonly do: 'book on account';
      readonly bookerIndex: number;
      readonly range: number;
      readonly how: (typeof siteBookings)[number];
    }
  | { readonly do: 'invoice company'; readonly how: (typeof companyInvoices)[number] }
  | {
      readonly do: 'record transfer';
      readonly amount: (typeof refundsByHand)[number];
      readonly reference: number;
      readonly how: (typeof transferCalls)[number];
    }
  | { readonly do: 'close till'; readonly till: number; readonly how: (typeof tillCloses)[number] }
  // `line` is the index of the line that is missing or different.
  | {
      readonly do: 'upload settlements';
      readonly how: (typeof settlementUploads)[number];
      readonly line: number;
    }
  | {
      readonly do: 'explain difference';
      readonly difference: number;
      readonly how: (typeof explanations)[number];
    }
  | { readonly do: 'move from block-out'; readonly range: number; readonly twoClerks: boolean }
  | ({ readonly do: 'correct invoice' } & Correction & BookingTarget)
  // An invoice of the company.
  | ({ readonly do: 'correct company invoice' } & Correction)
  | {
      readonly do: 'make link';
      readonly bookerIndex: number;
      readonly range: number;
      readonly twoClerks: boolean;
    }
  | ({ readonly do: 'withdraw link'; readonly how: (typeof withdrawals)[number] } & CheckoutTarget)
  | ({
      readonly do: 'desk moves';
      readonly how: (typeof deskMoves)[number];
      readonly range: number;
    } & BookingTarget)
  | ({ readonly do: 'desk changes length'; readonly how: (typeof lengthChanges)[number] } & BookingTarget)
  // `inDays` is the day on which the price starts. Today is 0.
  | { readonly do: 'change price'; readonly to: (typeof newHourlyPrices)[number]; readonly inDays: number }
  | { readonly do: 'remove price'; readonly inDays: number }
  | { readonly do: 'hand back' }
  | { readonly do: 'hand over'; readonly bookerIndex: number; readonly how: (typeof handOvers)[number] }
  | {
      readonly do: 'change points';
      readonly bookerIndex: number;
      readonly points: number;
      readonly twice: boolean;
    }
  // `monthly` is the number of monthly points.
  | {
      readonly do: 'change membership';
      readonly bookerIndex: number;
      readonly isMember: boolean;
      readonly monthly: number;
    }
  | { readonly do: 'renew points' }
  | { readonly do: 'block'; readonly range: number; readonly around: boolean }
  | { readonly do: 'change block-out'; readonly how: 'fill' | 'remove' | 'edit' }
  | { readonly do: 'next refund will fail' }
  | { readonly do: 'retry refund'; readonly speed: (typeof refundSpeeds)[number] }
  | ({ readonly do: 'refund by hand'; readonly amount: (typeof refundsByHand)[number] } & CheckoutTarget)
  | ({ readonly do: 'dispute' } & CheckoutTarget)
  | { readonly do: 'decide dispute'; readonly as: (typeof decisions)[number] }
  | { readonly do: 'refuse refunds'; readonly because: (typeof refusals)[number] }
  | { readonly do: 'deliver webhooks'; readonly how: (typeof deliveries)[number] }
  | ({ readonly do: 'forged webhook' } & CheckoutTarget)
  | { readonly do: 'reconcile' }
  | { readonly do: 'issue tax documents' }
  | { readonly do: 'send emails'; readonly mail: MailServerState }
  | { readonly do: 'time passes'; readonly span: keyof typeof durations }
  // The payments are then too old for refunds of normal speed, and the booked day is as far ahead as before.
  | { readonly do: 'half a year passes' };

/** A fault or a concurrent command during a command. `call` is the index of a call to the provider. */
export type Fault =
  | { readonly kind: 'crash'; readonly crashPoint: CrashPoint }
  | { readonly kind: 'network'; readonly call: number; readonly networkFault: NetworkFault }
  | { readonly kind: 'provider down' }
  | {
      readonly kind: 'concurrent command';
      readonly call: number;
      readonly when: 'before' | 'after';
      readonly command: Command;
    };

export interface Step {
  readonly command: Command;
  readonly fault: Fault | null;
}

export interface DrainOptions {
  /** Whether draining lasts for all days of the reconciler. Otherwise it ends when nothing is open. */
  readonly allDays: boolean;
  /** Whether all later webhooks are lost, so that only the reconciler finds the payments. */
  readonly webhooksLost: boolean;
  /** A fault of one call in each of the first runs of the reconciler. */
  readonly networkFault: { readonly call: number; readonly kind: NetworkFault } | null;
}

export interface Sequence {
  readonly steps: readonly Step[];
  readonly drainOptions: DrainOptions;
}

const bookerIndex = fc.nat({ max: BOOKERS - 1 });
const range = fc.nat({ max: ranges.length - 1 });
const bookingTarget = { booking: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })) };
const checkoutTarget = { checkout: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })) };

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('create' as const), bookerIndex, range }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      bookerIndex,
      range,
      wrongAmount: fc.constant(true as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book with points' as const), bookerIndex, range }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create series' as const), bookerIndex, range }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('book series with points' as const), bookerIndex, range }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        do: fc.constant('buy points' as const),
        bookerIndex,
        points: fc.integer({ min: 1, max: 2 }),
        wrongAmount: fc.constant(true as const),
      },
      { requiredKeys: ['do', 'bookerIndex', 'points'] },
    ),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      how: fc.constantFrom('card' as const, ...payments),
      ...checkoutTarget,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      how: fc.oneof({ weight: 4, arbitrary: fc.constant('reported' as const) }, fc.constantFrom(...reports)),
      ...checkoutTarget,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release' as const), ...checkoutTarget }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give up' as const), ...checkoutTarget }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fetch status' as const), ...checkoutTarget }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('authorise late' as const),
      capture: fc.constantFrom('by-rule' as const, 'always' as const),
      ...checkoutTarget,
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
      ...bookingTarget,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      how: fc.oneof({ weight: 4, arbitrary: fc.constant('as shown' as const) }, fc.constantFrom(...moves)),
      range,
      ...bookingTarget,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        do: fc.constant('sell at the desk' as const),
        bookerIndex,
        range,
        upi: fc.nat({ max: 2 }),
        repeats: fc.boolean(),
        twice: fc.boolean(),
      },
      { requiredKeys: ['do', 'bookerIndex', 'range'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('book for a member' as const), bookerIndex, range }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change membership' as const),
      bookerIndex,
      isMember: fc.boolean(),
      monthly: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew points' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('desk cancels' as const),
      refundKind: fc.constantFrom(...deskRefunds),
      twoClerks: fc.boolean(),
      ...bookingTarget,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('desk refunds' as const),
      amount: fc.oneof(
        { weight: 3, arbitrary: fc.constant('a part' as const) },
        fc.constantFrom(...refundsByHand),
      ),
      method: fc.constantFrom(...deskRefundMethods),
      how: fc.constantFrom(...deskRefundCalls),
      ...bookingTarget,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('desk refund waits' as const),
      method: fc.constantFrom(...deskRefundMethods),
      decision: fc.constantFrom(...requestDecisions),
      ...bookingTarget,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        do: fc.constant('sell on account' as const),
        // Those of the company.
        bookerIndex: fc.integer({ min: 1, max: BOOKERS - 1 }),
        range,
        twice: fc.boolean(),
      },
      { requiredKeys: ['do', 'bookerIndex', 'range'] },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('book on account' as const),
      // Those of the company.
      bookerIndex: fc.integer({ min: 1, max: BOOKERS - 1 }),
      range,
      how: fc.constantFrom(...siteBookings),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('invoice company' as const),
      how: fc.constantFrom(...companyInvoices),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('record transfer' as const),
      amount: fc.constantFrom(...refundsByHand),
      reference: fc.nat({ max: 2 }),
      how: fc.constantFrom(...transferCalls),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('close till' as const),
      till: fc.nat({ max: 2 }),
      how: fc.constantFrom(...tillCloses),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('upload settlements' as const),
      how: fc.constantFrom(...settlementUploads),
      line: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('explain difference' as const),
      difference: fc.nat({ max: 2 }),
      how: fc.constantFrom(...explanations),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move from block-out' as const),
      range,
      twoClerks: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('correct invoice' as const),
      hasGstin: fc.boolean(),
      how: fc.constantFrom(...corrections),
      ...bookingTarget,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct company invoice' as const),
      hasGstin: fc.boolean(),
      how: fc.constantFrom(...corrections),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('make link' as const),
      bookerIndex,
      range,
      twoClerks: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('withdraw link' as const),
      how: fc.constantFrom(...withdrawals),
      ...checkoutTarget,
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
      ...bookingTarget,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('desk changes length' as const),
      how: fc.constantFrom(...lengthChanges),
      ...bookingTarget,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change price' as const),
      to: fc.constantFrom(...newHourlyPrices),
      inDays: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove price' as const), inDays: fc.constant(1) }),
  },
  { weight: 3, arbitrary: fc.constant<Command>({ do: 'hand back' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hand over' as const),
      bookerIndex,
      how: fc.constantFrom(...handOvers),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change points' as const),
      bookerIndex,
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
      how: fc.constantFrom('fill' as const, 'remove' as const, 'edit' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Command>({ do: 'next refund will fail' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('retry refund' as const),
      speed: fc.constantFrom(...refundSpeeds),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'half a year passes' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund by hand' as const),
      amount: fc.constantFrom(...refundsByHand),
      ...checkoutTarget,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), ...checkoutTarget }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decide dispute' as const), as: fc.constantFrom(...decisions) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refuse refunds' as const),
      because: fc.constantFrom(...refusals),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver webhooks' as const),
      how: fc.constantFrom(...deliveries),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forged webhook' as const), ...checkoutTarget }) },
  { weight: 4, arbitrary: fc.constant<Command>({ do: 'reconcile' }) },
  { weight: 4, arbitrary: fc.constant<Command>({ do: 'issue tax documents' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send emails' as const),
      mail: fc.constantFrom(...mailServerStates),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('time passes' as const),
      span: fc.constantFrom(...(Object.keys(durations) as (keyof typeof durations)[])),
    }),
  },
);

const call = fc.nat({ max: 3 });

const fault: fc.Arbitrary<Fault | null> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      crashPoint: fc.record({ step: fc.nat({ max: 16 }), afterStep: fc.boolean() }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('network' as const),
      call,
      networkFault: fc.constantFrom(...networkFaults),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'provider down' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('concurrent command' as const),
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
  { weight: 30, arbitrary: fc.record({ command, fault }) },
);

const withoutFaults = (...commands: readonly Command[]): Step[] =>
  commands.map((each) => ({ command: each, fault: null }));

/** Starts that are too rare at random: late payments, double payments, partial refunds and moves that cost more. */
const startingSteps: readonly (readonly Step[])[] = [
  [],
  withoutFaults({ do: 'create', bookerIndex: 0, range: 0 }, { do: 'pay', how: 'card', checkout: 0 }),
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '14 min' },
    { do: 'create', bookerIndex: 1, range: 1 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 3 },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'time passes', span: '23 min' },
    { do: 'book with points', bookerIndex: 1, range: 1 },
    { do: 'authorise late', capture: 'by-rule', checkout: 0 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 3 },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'give up', checkout: 0 },
    { do: 'create', bookerIndex: 2, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'authorise late', capture: 'always', checkout: 1 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 2 },
    { do: 'pay', how: 'card, wrong OTP', checkout: 0 },
    { do: 'pay', how: 'UPI', checkout: 0 },
    { do: 'authorise late', capture: 'always', checkout: 0 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '3 h' },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'next refund will fail' },
    { do: 'cancel', how: 'in two tabs at once', booking: 0 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 1, booking: 0 },
  ),
  // Two equal refunds of one payment.
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 1, booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // A credit note that is due before its invoice has a number, because the server crashed while it issued the invoice.
  [
    ...withoutFaults(
      { do: 'create', bookerIndex: 0, range: 0 },
      { do: 'pay', how: 'card', checkout: 0 },
      { do: 'complete', how: 'reported', checkout: 0 },
    ),
    {
      command: { do: 'issue tax documents' },
      fault: { kind: 'crash', crashPoint: { step: 4, afterStep: true } },
    },
    ...withoutFaults({ do: 'cancel', how: 'as shown', booking: 0 }, { do: 'issue tax documents' }),
  ],
  withoutFaults(
    { do: 'book with points', bookerIndex: 0, range: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
  ),
  // A series with one date that moves to a more expensive range, after which both dates are cancelled.
  withoutFaults(
    { do: 'create series', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 1 },
  ),
  // Points that are paid twice, because the bank authorises a payment after another one was captured.
  withoutFaults(
    { do: 'buy points', bookerIndex: 0, points: 2 },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'authorise late', capture: 'always', checkout: 0 },
  ),
  // Points that are bought again before their first payment is reported.
  withoutFaults(
    { do: 'buy points', bookerIndex: 1, points: 1 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '11 min' },
    { do: 'buy points', bookerIndex: 1, points: 1 },
    { do: 'pay', how: 'card', checkout: 0 },
  ),
  // A booking that is paid partly in cash and partly by card.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 2, range: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'desk cancels', refundKind: 'half of it', twoClerks: true, booking: 0 },
  ),
  // A link that is paid after the desk cancelled it and sold the times again, by an attempt that started before.
  withoutFaults(
    { do: 'make link', bookerIndex: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'withdraw link', how: 'once', checkout: 0 },
    { do: 'sell at the desk', bookerIndex: 0, range: 1 },
    { do: 'authorise late', capture: 'always', checkout: 0 },
  ),
  // A paid link whose booking the desk moves. After a price change the customer moves it to a more expensive range.
  withoutFaults(
    { do: 'make link', bookerIndex: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'deliver webhooks', how: 'all, reversed' },
    { do: 'desk moves', how: 'as shown', range: 2, booking: 0 },
    { do: 'change price', to: 750, inDays: 0 },
    { do: 'move', how: 'as shown', range: 0, booking: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
  ),
  // A booking that the desk makes longer and shorter, and then cancels.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 1, range: 1 },
    { do: 'desk changes length', how: 'longer, by two clerks', booking: 0 },
    { do: 'desk changes length', how: 'shorter, by exception', booking: 0 },
    { do: 'desk changes length', how: 'shorter, by the policy', booking: 0 },
    { do: 'desk cancels', refundKind: 'everything', twoClerks: false, booking: 0 },
    { do: 'hand back' },
  ),
  // A booking by card that becomes longer at the desk at another price, and that its customer moves and cancels.
  withoutFaults(
    { do: 'make link', bookerIndex: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'deliver webhooks', how: 'all, reversed' },
    { do: 'change price', to: 750, inDays: 0 },
    { do: 'desk changes length', how: 'longer, in cash', booking: 0 },
    { do: 'move', how: 'as shown', range: 2, booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // A booking that its customer moves at the same price and that two clerks move after that.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 1, range: 1 },
    { do: 'move', how: 'as shown', range: 0, booking: 0 },
    { do: 'desk moves', how: 'by two clerks, to two places', range: 1, booking: 0 },
  ),
  // A link whose customer releases it, and one whose customer books its times with points.
  withoutFaults(
    { do: 'make link', bookerIndex: 1, range: 0, twoClerks: true },
    { do: 'release', checkout: 0 },
    { do: 'make link', bookerIndex: 0, range: 0, twoClerks: false },
    { do: 'book with points', bookerIndex: 0, range: 0 },
  ),
  // A link whose times the customer also books on the site. Both are paid.
  withoutFaults(
    { do: 'make link', bookerIndex: 2, range: 0, twoClerks: false },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'create', bookerIndex: 2, range: 1 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'authorise late', capture: 'always', checkout: 1 },
  ),
  // A link that expires unpaid. After that, an attempt is captured.
  withoutFaults(
    { do: 'make link', bookerIndex: 0, range: 3, twoClerks: false },
    { do: 'pay', how: 'UPI, pending', checkout: 0 },
    { do: 'time passes', span: '1 day' },
    { do: 'reconcile' },
    { do: 'authorise late', capture: 'always', checkout: 0 },
  ),
  // A price that changes during an open checkout and during an unpaid move.
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 0 },
    { do: 'change price', to: 750, inDays: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'move', how: 'as shown', range: 3, booking: 0 },
    { do: 'change price', to: 250, inDays: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // A paid hold whose times are blocked.
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '14 min' },
    { do: 'block', range: 1, around: false },
  ),
  // A UPI transfer whose reference is used for two bookings at the desk.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 0, range: 0, upi: 0 },
    { do: 'sell at the desk', bookerIndex: 1, range: 2, upi: 0 },
  ),
  // A part that is refunded by hand, before the booking is cancelled, and a refund that the provider then refuses.
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'refund by hand', amount: 'a part', checkout: 0 },
    { do: 'deliver webhooks', how: 'all, reversed' },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'refuse refunds', because: 'too-old' },
    { do: 'reconcile' },
  ),
  // A dispute that is lost after the booking was cancelled.
  withoutFaults(
    { do: 'create', bookerIndex: 1, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'dispute', checkout: 0 },
    { do: 'deliver webhooks', how: 'all, reversed' },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'reconcile' },
    { do: 'decide dispute', as: 'lost' },
  ),
  // A booking that the desk cancels half a year after its payment, and another one that it moves then and its customer cancels.
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'create', bookerIndex: 1, range: 2 },
    { do: 'pay', how: 'UPI', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'half a year passes' },
    { do: 'desk moves', how: 'as shown', range: 0, booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'desk cancels', refundKind: 'everything', twoClerks: false, booking: 1 },
    { do: 'reconcile' },
    { do: 'retry refund', speed: 'optimum' },
  ),
  // A refund that waits for the provider's balance until the payment is too old, and a payment that is found only then.
  withoutFaults(
    { do: 'create', bookerIndex: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'refuse refunds', because: 'balance' },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'create', bookerIndex: 2, range: 2 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'half a year passes' },
    { do: 'refund by hand', amount: 'a part', checkout: 1 },
  ),
  // A sale that repeats, of which the desk cancels one date and hands its price back, and the customer cancels the other.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 2, range: 0, repeats: true },
    { do: 'desk cancels', refundKind: 'half of it', twoClerks: true, booking: 0 },
    { do: 'hand back' },
    { do: 'cancel', how: 'as shown', booking: 1 },
  ),
  // Two tills with a sale, an extension and a refund, which are counted; later refunds belong to the next counts.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 1, range: 0 },
    { do: 'desk changes length', how: 'longer, by two clerks', booking: 0 },
    { do: 'close till', till: 0, how: 'with coins missing' },
    { do: 'desk cancels', refundKind: 'half of it', twoClerks: false, booking: 0 },
    { do: 'hand back' },
    { do: 'close till', till: 0, how: 'by two managers at once' },
    { do: 'sell at the desk', bookerIndex: 0, range: 1, upi: 0 },
    { do: 'close till', till: 0, how: 'twice by one manager' },
  ),
  // A report of settlements that lacks one of two equal payments, which is explained when it should have come long ago.
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'create', bookerIndex: 1, range: 2 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'upload settlements', how: 'a line is missing', line: 0 },
    { do: 'half a year passes' },
    { do: 'explain difference', difference: 0, how: 'twice by one' },
  ),
  // A report with a payment of others and one with another amount, each of which two people explain at once.
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'upload settlements', how: 'with a payment of others', line: 1 },
    { do: 'explain difference', difference: 0, how: 'by two at once' },
    { do: 'create', bookerIndex: 1, range: 2 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'upload settlements', how: 'with another amount', line: 1 },
    { do: 'explain difference', difference: 0, how: 'by two at once' },
  ),
  // A booking on account that cannot become longer before a transfer, and of which a part and then the rest go back to the account.
  withoutFaults(
    { do: 'sell on account', bookerIndex: 2, range: 3 },
    { do: 'desk changes length', how: 'longer, by two clerks', booking: 0 },
    { do: 'record transfer', amount: 'a part', reference: 0, how: 'by two clerks at once' },
    { do: 'desk refunds', amount: 'a part', method: 'cash', how: 'once', booking: 0 },
    { do: 'desk changes length', how: 'shorter, by the policy', booking: 0 },
    { do: 'record transfer', amount: 'everything', reference: 1, how: 'twice by one clerk' },
    { do: 'desk changes length', how: 'longer, in cash', booking: 0 },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // Two bookings on account up to the limit, of which one becomes shorter before and the other one after their invoice,
  // which is then corrected.
  withoutFaults(
    { do: 'sell on account', bookerIndex: 1, range: 0, twice: true },
    { do: 'sell on account', bookerIndex: 2, range: 2 },
    { do: 'desk changes length', how: 'shorter, by the policy', booking: 0 },
    { do: 'invoice company', how: 'by the desk and the job at once' },
    { do: 'issue tax documents' },
    { do: 'desk changes length', how: 'shorter, by exception', booking: 1 },
    { do: 'correct company invoice', hasGstin: true, how: 'by two managers at once' },
    { do: 'desk cancels', refundKind: 'everything', twoClerks: true, booking: 0 },
  ),
  // Two people who book on account up to the limit. A move to more times is refused before a transfer and charged after it.
  withoutFaults(
    { do: 'book on account', bookerIndex: 1, range: 0, how: 'by two people at once' },
    { do: 'move', how: 'as shown', range: 3, booking: 1 },
    { do: 'record transfer', amount: 'everything', reference: 0, how: 'once' },
    { do: 'move', how: 'in two tabs at once', range: 3, booking: 1 },
    { do: 'book on account', bookerIndex: 2, range: 2, how: 'at a stale price' },
    { do: 'cancel', how: 'as shown', booking: 0 },
  ),
  // Two people who would exceed the limit together.
  withoutFaults(
    { do: 'book on account', bookerIndex: 2, range: 3, how: 'by two people at once' },
    { do: 'record transfer', amount: 'everything', reference: 0, how: 'once' },
    { do: 'book on account', bookerIndex: 1, range: 2, how: 'sent twice' },
  ),
  // A payment that somebody refunds at the provider before the desk pays out its refund, and one before the desk refunds it.
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'refuse refunds', because: 'never' },
    { do: 'cancel', how: 'as shown', booking: 0 },
    { do: 'reconcile' },
    { do: 'refund by hand', amount: 'everything', checkout: 0 },
    { do: 'hand back' },
  ),
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'refund by hand', amount: 'a part', checkout: 0 },
    { do: 'desk refunds', amount: 'everything', method: 'cash', how: 'once', booking: 0 },
  ),
  // A booking that becomes longer after its end, and one that becomes shorter while it runs.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 2, range: 0 },
    { do: 'sell at the desk', bookerIndex: 1, range: 2, upi: 1 },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '1 day' },
    { do: 'time passes', span: '11 min' },
    { do: 'desk changes length', how: 'shorter, by exception', booking: 1 },
    { do: 'time passes', span: '3 h' },
    { do: 'desk changes length', how: 'longer, in cash', booking: 0 },
    { do: 'close till', till: 0, how: 'with coins missing' },
  ),
  // A large refund by a clerk that two managers confirm, of a booking with an invoice that is corrected.
  withoutFaults(
    { do: 'create', bookerIndex: 2, range: 3 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'complete', how: 'reported', checkout: 0 },
    { do: 'correct invoice', hasGstin: true, how: 'once', booking: 0 },
    { do: 'desk refund waits', method: 'cash', decision: 'confirmed by two', booking: 0 },
    { do: 'hand back' },
  ),
  // Two bookings in the way of a block-out, which move to other rooms, and of which one becomes shorter there.
  withoutFaults(
    { do: 'sell at the desk', bookerIndex: 1, range: 0 },
    { do: 'sell at the desk', bookerIndex: 2, range: 2, upi: 0 },
    { do: 'block', range: 3, around: true },
    { do: 'move from block-out', range: 3, twoClerks: true },
    { do: 'desk changes length', how: 'shorter, by the policy', booking: 0 },
  ),
  // A series that is paid after another user took one of its dates.
  withoutFaults(
    { do: 'create series', bookerIndex: 0, range: 0 },
    { do: 'pay', how: 'card', checkout: 0 },
    { do: 'time passes', span: '14 min' },
    { do: 'create', bookerIndex: 1, range: 1 },
  ),
];

const drainOptions: fc.Arbitrary<DrainOptions> = fc.record({
  allDays: fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  webhooksLost: fc.boolean(),
  networkFault: fc.option(fc.record({ call: fc.nat({ max: 4 }), kind: fc.constantFrom(...networkFaults) }), {
    freq: 1,
  }),
});

/** Random sequences: any command, in any order, with any fault. */
export const sequences: fc.Arbitrary<Sequence> = fc
  .record({
    start: fc.constantFrom(...startingSteps),
    steps: fc.array(stepOrNone, { minLength: 1, maxLength: 20, size: 'max' }),
    drainOptions,
  })
  .map(({ start, steps, ...others }) => ({
    steps: [...start, ...steps.filter((step) => step !== null)],
    ...others,
  }));

/** A sequence in a readable form. */
export function formatSequence({
  steps,
  drainOptions: { allDays, webhooksLost, networkFault },
}: Sequence): string {
  const text = ({ do: action, ...details }: Command): string =>
    [action, ...Object.entries(details).map(([name, value]) => `${name} ${String(value)}`)].join(', ');
  const faultText = (described: Fault): string => {
    if (described.kind === 'crash')
      return `crash ${described.crashPoint.afterStep ? 'after' : 'before'} external step ${described.crashPoint.step}`;
    if (described.kind === 'network') return `provider call ${described.call}: ${described.networkFault}`;
    if (described.kind === 'provider down') return described.kind;
    return `meanwhile, ${described.when} provider call ${described.call}: ${text(described.command)}`;
  };
  const lines = steps.map(
    (step, n) => `  ${n + 1}. ${text(step.command)}${step.fault ? `  [${faultText(step.fault)}]` : ''}`,
  );
  const end = ['then drain'];
  if (allDays) end.push('for all days');
  if (webhooksLost) end.push('with all webhooks lost');
  if (networkFault) end.push(`provider call ${networkFault.call} of the first rounds: ${networkFault.kind}`);
  return [...lines, `  ${end.join(', ')}`].join('\n');
}
