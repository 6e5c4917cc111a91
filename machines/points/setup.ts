import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { MAX_POINTS_PER_PURCHASE, parsePoints } from '../../domain/money/pointPurchase.ts';
import { messages } from '../../domain/text/messages.ts';
import type { GatewayEvent, GatewayOrder, PaymentProof } from '../checkout/exports.ts';
import type { ShowToast } from '../engine/notifierEvents.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { retrying } from '../engine/retry.ts';
import { type FormEntry, formMachine } from '../engine/form/form.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

export interface PointsOrder extends GatewayOrder {
  readonly purchaseId: string;
}

export interface PurchaseStatus {
  readonly status: 'granted' | 'pending' | 'unpaid';
}

/** `points` is the typed number, `pointPaise` the accepted price of one point. */
interface Choice {
  readonly points: string;
  readonly pointPaise: number;
}

export type BuyPointsEvent =
  /** `pointPaise`: the price of one point as the page shows it, GST included. */
  | { type: 'buyPoints.opened'; pointPaise: number }
  /** From the form, once the server has created the order. */
  | ({ type: 'buyPoints.ordered'; order: PointsOrder } & Choice)
  | { type: 'buyPoints.closed' }
  | { type: 'buyPoints.retried' }
  /** The page is left, for example by signing out. An open payment continues: the provider reports it to the server. */
  | { type: 'buyPoints.left' }
  /** The page's button closes the provider's checkout when the checkout has none. */
  | { type: 'buyPoints.cancelled' }
  | GatewayEvent;

declare module '../engine/system.ts' {
  interface EventsByFlow {
    /** From its form. */
    buyPoints: Extract<BuyPointsEvent, { type: 'buyPoints.ordered' | 'buyPoints.closed' }>;
  }
}

interface BuyPointsContext extends Choice {
  order: PointsOrder | null;
  proof: PaymentProof | null;
  failure: Failure | null;
}

export const noPurchase = { points: '10', order: null, proof: null, failure: null } as const;

export const entryOfChoice = ({ points, pointPaise }: Choice): FormEntry => ({
  points,
  pointPaise: String(pointPaise),
});
export const choiceOfEntry = ({ points = '', pointPaise }: FormEntry): Choice => ({
  points,
  pointPaise: Number(pointPaise),
});

/**
 * The new price of one point in paise, from the new amount of the order; null when the price is not the
 * reason of the refusal.
 */
function newPrice({ points }: Choice, failure: Failure | null): number | null {
  const count = parsePoints(points);
  const paise = failure?.code === 'price-changed' ? failure.details.amount : undefined;
  return count === null || paise === undefined ? null : Math.round(paise / count);
}

/** It is open while the page shows it, and sends the order. */
export const pointsForm = formMachine('pointsForm', {
  changes: [],
  labels: { points: 'Points' },
  validate: ({ points = '' }) =>
    parsePoints(points) === null
      ? { points: `Enter a whole number from 1 to ${MAX_POINTS_PER_PURCHASE}` }
      : {},
  keeps: entryOfChoice({ ...noPurchase, pointPaise: 0 }),
}).provide({
  actions: {
    /** The form shows the new price, and the next press accepts it. */
    handleFailure: assign(({ context: { kept, failure } }) => {
      const choice = choiceOfEntry(kept);
      return {
        kept: entryOfChoice({ ...choice, pointPaise: newPrice(choice, failure) ?? choice.pointPaise }),
      };
    }),
    handleDismissal: sendToFlow('buyPoints', { type: 'buyPoints.closed' }),
  },
});

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

interface Rejection {
  readonly error: unknown;
}

const pointsToast = (tone: 'info' | 'success' | 'error', text: string): ShowToast =>
  toast(tone, text, { topic: 'points' });

export const buyPointsSetup = setup({
  types: {
    context: {} as BuyPointsContext,
    events: {} as BuyPointsEvent,
    children: {} as { form: 'form' },
    tags: {} as 'busy' | 'paying' | 'unresponsive' | 'uncertain' | 'choosing',
  },
  actors: {
    form: pointsForm,
    loadGateway: fromPromise<void, { script: string }>(notProvided('loadGateway')),
    openGateway: fromCallback<BuyPointsEvent, PointsOrder>(() => {
      throw new Error('openGateway is not provided');
    }),
    verifyPayment: retrying(
      fromPromise<void, { order: PointsOrder; proof: PaymentProof }>(notProvided('verifyPayment')),
    ),
    fetchStatus: retrying(fromPromise<PurchaseStatus, { purchaseId: string }>(notProvided('fetchStatus'))),
  },
  delays: { beforePoll: 4000 },
  guards: {
    isHoldOver: (_, { error }: Rejection) => failureOf(error).code === 'hold-over',
    wasGranted: (_, { status }: PurchaseStatus) => status === 'granted',
    isPending: (_, { status }: PurchaseStatus) => status === 'pending',
  },
  actions: {
    clear: assign(noPurchase),
    begin: assign((_, { pointPaise }: { pointPaise: number }) => ({ ...noPurchase, pointPaise })),
    setOrder: assign((_, { order, points, pointPaise }: Choice & { order: PointsOrder }) => ({
      order,
      points,
      pointPaise,
    })),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: Rejection) => ({ failure: failureOf(error) })),
    setProof: assign((_, { proof }: { proof: PaymentProof }) => ({ proof })),
    showGatewayFailedToast: sendToFlow('notifier', pointsToast('error', messages.payment.gatewayFailed)),
    showAttemptFailedToast: sendToFlow('notifier', pointsToast('error', messages.payment.processFailed)),
    showCancelledToast: sendToFlow('notifier', pointsToast('info', messages.payment.cancelled)),
    showGrantedToast: sendToFlow('notifier', pointsToast('success', 'Your points are in your balance')),
    announceGrant: sendToFlow('root', dataChanged('points')),
  },
});
