import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { MAX_POINTS_PER_PURCHASE, parsePoints } from '../../domain/money/pointPurchase.ts';
import { parseRupees } from '../../domain/money/pricing.ts';
import { messages } from '../../domain/text/messages.ts';
import type { GatewayOrder, PaymentProof } from '../checkout/events.ts';
import type { ShowToast } from '../engine/notifierEvents.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import type { GatewayEvent } from '../checkout/gateway.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

/** The order of a purchase of points. */
export interface PointsOrder extends GatewayOrder {
  readonly purchaseId: string;
}

export interface PurchaseStatus {
  readonly status: 'granted' | 'pending' | 'unpaid';
}

export type BuyPointsEvent =
  /** `pointPaise`: the price of one point as the page shows it, GST included. */
  | { type: 'buyPoints.opened'; pointPaise: number }
  | { type: 'buyPoints.changed'; points: string }
  | { type: 'buyPoints.submitted' }
  | { type: 'buyPoints.closed' }
  | { type: 'buyPoints.retried' }
  /** The page is left, for example by signing out. An open payment continues: the provider reports it to the server. */
  | { type: 'buyPoints.left' }
  /** The page's button that closes the provider's checkout when the checkout offers none. */
  | { type: 'buyPoints.cancelled' }
  | GatewayEvent;

interface BuyPointsContext {
  points: string;
  error: string | null;
  pointPaise: number;
  order: PointsOrder | null;
  proof: PaymentProof | null;
  failure: Failure | null;
}

export const noPurchase = { points: '10', error: null, order: null, proof: null, failure: null } as const;

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/** What an effect was rejected with. */
interface Rejection {
  readonly error: unknown;
}

const pointsToast = (tone: 'success' | 'error', text: string): ShowToast =>
  toast(tone, text, { topic: 'points' });

/** The types, effects, guards and actions of buying points; its states are in buyPoints.ts. */
export const buyPointsSetup = setup({
  types: {
    context: {} as BuyPointsContext,
    events: {} as BuyPointsEvent,
    tags: {} as 'busy' | 'paying' | 'unresponsive' | 'uncertain' | 'choosing',
  },
  actors: {
    createOrder: fromPromise<PointsOrder, { points: number; pointPaise: number }>(notProvided('createOrder')),
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
    isNumber: ({ context }) => parsePoints(context.points) !== null,
    isPriceChanged: (_, { error }: Rejection) => failureOf(error).code === 'price-changed',
    isRefunded: (_, { error }: Rejection) => failureOf(error).code === 'hold-over',
    wasGranted: (_, { status }: PurchaseStatus) => status === 'granted',
    isPending: (_, { status }: PurchaseStatus) => status === 'pending',
  },
  actions: {
    clear: assign(noPurchase),
    begin: assign((_, { pointPaise }: { pointPaise: number }) => ({ ...noPurchase, pointPaise })),
    setPoints: assign((_, { points }: { points: string }) => ({ points, error: null, failure: null })),
    setError: assign({ error: `Enter a whole number from 1 to ${MAX_POINTS_PER_PURCHASE}` }),
    clearFailure: assign({ failure: null, error: null }),
    setFailure: assign((_, { error }: Rejection) => ({ failure: failureOf(error) })),
    /** Derives the new price of one point from the new amount of the order. */
    setNewPrice: assign(({ context }) => {
      const points = parsePoints(context.points);
      const paise = parseRupees(context.failure?.details.amount ?? '');
      return points === null || paise === null ? {} : { pointPaise: Math.round(paise / points) };
    }),
    setProof: assign((_, { proof }: { proof: PaymentProof }) => ({ proof })),
    showGatewayFailedToast: sendToFlow('notifier', pointsToast('error', messages.payment.gatewayFailed)),
    showAttemptFailedToast: sendToFlow('notifier', pointsToast('error', messages.payment.processFailed)),
    showCancelledToast: sendToFlow('notifier', pointsToast('error', messages.payment.cancelled)),
    showGrantedToast: sendToFlow('notifier', pointsToast('success', 'Your points are in your balance')),
    announceGrant: sendToFlow('root', dataChanged('points')),
  },
});
