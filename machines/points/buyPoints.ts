import { downloadFlow } from '../engine/download.ts';
import { fromCallback, fromPromise } from 'xstate';
import { parsePoints } from '../../domain/money/pointPurchase.ts';
import {
  buyPointsSetup,
  choiceOfEntry,
  entryOfChoice,
  noPurchase,
  type PointsOrder,
  pointsForm,
  type PurchaseStatus,
} from './setup.ts';
import { defineFlow } from '../engine/flow.ts';
import { type Gateway, gatewayStates, type PaymentProof } from '../checkout/exports.ts';
import { retrying } from '../engine/retry.ts';
import { actorIn } from '../engine/system.ts';

/**
 * Buying Lit points by card: choosing a number, the provider's checkout, and the result from the server.
 * However the checkout is closed, the payment's status is fetched before the visitor sees a result.
 */
export const buyPointsMachine = buyPointsSetup.createMachine({
  id: 'buyPoints',
  context: { ...noPurchase, pointPaise: 0 },
  initial: 'closed',
  on: { 'buyPoints.left': { target: '.closed', actions: 'clear' } },
  states: {
    closed: {
      description: 'The profile shows the balance and offers to buy points',
      on: {
        'buyPoints.opened': { target: 'choosing', actions: { type: 'begin', params: ({ event }) => event } },
      },
    },
    choosing: {
      description:
        'A number of points is typed in a form that shows its price, and that opens an order at the provider',
      tags: ['choosing'],
      invoke: {
        id: 'form',
        src: 'form',
        input: ({ context }) => ({ isOpen: true, kept: entryOfChoice(context) }),
        onError: { target: 'closed', actions: 'clear' },
      },
      initial: 'editing',
      states: {
        editing: {
          on: {
            'buyPoints.ordered': {
              target: 'loadingGateway',
              actions: { type: 'setOrder', params: ({ event }) => event },
            },
            'buyPoints.closed': { target: '#buyPoints.closed', actions: 'clear' },
          },
        },
        loadingGateway: {
          description: 'The provider’s checkout is loaded',
          tags: ['busy'],
          invoke: {
            id: 'loadGateway',
            src: 'loadGateway',
            input: ({ context }) => ({ script: context.order?.script ?? '' }),
            onDone: '#buyPoints.paying',
            onError: { target: '#buyPoints.choosing', reenter: true, actions: 'showGatewayFailedToast' },
          },
        },
      },
    },
    paying: {
      description:
        'The provider’s checkout is open. A failed attempt leaves it open, because the next one may succeed.',
      tags: ['busy', 'paying'],
      initial: 'clean',
      invoke: {
        id: 'openGateway',
        src: 'openGateway',
        input: ({ context }) => {
          if (!context.order) throw new Error('paying without an order');
          return context.order;
        },
        onError: { target: 'checking', actions: 'showGatewayFailedToast' },
      },
      on: {
        'gateway.paid': { target: 'verifying', actions: { type: 'setProof', params: ({ event }) => event } },
        'gateway.dismissed': 'checking',
        'gateway.timedOut': 'checking',
        'gateway.failed': { target: 'checking', actions: 'showGatewayFailedToast' },
        'buyPoints.cancelled': 'checking',
        'gateway.attemptFailed': { target: '.attemptFailed', actions: 'showAttemptFailedToast' },
      },
      states: gatewayStates,
    },
    verifying: {
      description: 'The payment was made; the server checks it and grants the points',
      tags: ['busy'],
      invoke: {
        id: 'verifyPayment',
        src: 'verifyPayment',
        input: ({ context }) => {
          if (!context.order || !context.proof) throw new Error('verifying without an order or a proof');
          return { order: context.order, proof: context.proof };
        },
        onDone: 'granted',
        onError: [
          { guard: { type: 'isHoldOver', params: ({ event }) => event }, target: 'refunded' },
          { target: 'unconfirmed', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    checking: {
      description: 'The checkout was closed, but the payment may have been made: its status is fetched',
      tags: ['busy'],
      invoke: {
        id: 'fetchStatus',
        src: 'fetchStatus',
        input: ({ context }) => ({ purchaseId: context.order?.purchaseId ?? '' }),
        onDone: [
          { guard: { type: 'wasGranted', params: ({ event }) => event.output }, target: 'granted' },
          { guard: { type: 'isPending', params: ({ event }) => event.output }, target: 'waitingForBank' },
          { target: 'choosing', actions: 'showCancelledToast' },
        ],
        onError: [
          { guard: { type: 'isHoldOver', params: ({ event }) => event }, target: 'refunded' },
          { target: 'unconfirmed', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    waitingForBank: {
      description:
        'The payer can still approve an attempt. No slots are held, so the visitor can close the form without a loss.',
      on: { 'buyPoints.closed': { target: 'closed', actions: 'clear' } },
      initial: 'pausing',
      states: {
        pausing: { after: { beforePoll: 'polling' } },
        polling: {
          invoke: {
            id: 'pollStatus',
            src: 'fetchStatus',
            input: ({ context }) => ({ purchaseId: context.order?.purchaseId ?? '' }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: '#buyPoints.granted',
              },
              { guard: { type: 'isPending', params: ({ event }) => event.output }, target: 'pausing' },
              { target: '#buyPoints.choosing', actions: 'showAttemptFailedToast' },
            ],
            onError: [
              { guard: { type: 'isHoldOver', params: ({ event }) => event }, target: '#buyPoints.refunded' },
              {
                target: '#buyPoints.unconfirmed',
                actions: { type: 'setFailure', params: ({ event }) => event },
              },
            ],
          },
        },
      },
    },
    unconfirmed: {
      description: 'The payment may have been captured, but the server could not confirm it',
      tags: ['uncertain'],
      on: {
        'buyPoints.retried': { target: 'checking', actions: 'clearFailure' },
        'buyPoints.closed': { target: 'closed', actions: 'clear' },
      },
    },
    granted: {
      description: 'The points are in the balance',
      entry: ['showGrantedToast', 'announceGrant'],
      on: {
        'buyPoints.opened': { target: 'choosing', actions: { type: 'begin', params: ({ event }) => event } },
        'buyPoints.closed': { target: 'closed', actions: 'clear' },
      },
    },
    refunded: {
      description: 'The payment could not be used and is refunded',
      on: { 'buyPoints.closed': { target: 'closed', actions: 'clear' } },
    },
  },
});

interface Needs {
  readonly buyPoints: {
    /** `pointPaise`: the shown price of one point. */
    createOrder(points: number, pointPaise: number): Promise<PointsOrder>;
    verifyPayment(order: PointsOrder, proof: PaymentProof): Promise<void>;
    status(purchaseId: string): Promise<PurchaseStatus>;
  };
  readonly gateway: Gateway;
}

/** On the profile: buying points and downloading receipts. */
export const buyPointsFlows = [
  downloadFlow,
  defineFlow({
    id: 'buyPoints',
    machine: buyPointsMachine,
    whenSessionEnds: 'cleared',
    needs: ['buyPoints', 'gateway'],
    provide: (machine, { buyPoints, gateway }: Needs) =>
      machine.provide({
        actors: {
          form: pointsForm.provide({
            actors: {
              send: fromPromise(async ({ input, system }) => {
                const { points, pointPaise } = choiceOfEntry(input.reveal());
                const order = await buyPoints.createOrder(parsePoints(points) ?? 0, pointPaise);
                actorIn(system, 'buyPoints')?.send({ type: 'buyPoints.ordered', order, points, pointPaise });
              }),
            },
          }),
          loadGateway: fromPromise(({ input }) => gateway.load(input.script)),
          openGateway: fromCallback(({ input, sendBack }) => gateway.open(input, sendBack)),
          verifyPayment: retrying(
            fromPromise(({ input }) => buyPoints.verifyPayment(input.order, input.proof)),
          ),
          fetchStatus: retrying(fromPromise(({ input }) => buyPoints.status(input.purchaseId))),
        },
      }),
  }),
] as const;
