import { sandboxWebhookColumns } from './columns.ts';
import { webhookDeliveries, type WebhookDelivery } from './deliver.ts';
import {
  callFault,
  webhookFault,
  type ApiEndpoint,
  type CallFaultInput,
  type WebhookFaultInput,
} from './faults.ts';
import { applyDueEvents } from './applyDueEvents.ts';
import { paymentEntity } from './paymentEntity.ts';
import { authorizePayment, updatePayment, failAttempt, lockPayment, declinedFailure } from './payments.ts';
import { badRequest } from './providerError.ts';
import { decideDispute, disputeEntity, openDispute } from './disputes.ts';
import { completeRefund, refundEntity, refundPayment } from './refunds.ts';
import { settlementReport } from './settlementReport.ts';
import { noOverrides, type RefundRefusal, type Sandbox } from './sandbox.ts';
import type { WebhookEvent } from './webhookEvents.ts';

/** A webhook of the queue, delivered or not. */
export interface QueuedWebhook {
  readonly eventId: string;
  readonly event: WebhookEvent;
  /** As sent. */
  readonly body: string;
  readonly attempts: number;
  /** When the shop accepted it; null before. */
  readonly deliveredAt: Date | null;
  /** When it is sent next; null when it is not sent again. */
  readonly dueAt: Date | null;
}

type PaymentEntity = ReturnType<typeof paymentEntity>;
type RefundEntity = ReturnType<typeof refundEntity>;
type DisputeEntity = ReturnType<typeof disputeEntity>;

/**
 * The controls of the sandbox for tests: faults, the bank's responses, and the clock. Faults and the clock belong to
 * this server process; payments, refunds and webhooks are in the database.
 */
export interface SandboxControls {
  /** Milliseconds since 1970: the server's clock plus all advances. */
  now(): number;
  /** Advances the sandbox's clock by milliseconds and applies everything that falls due. */
  advanceClock(ms: number): Promise<void>;
  /** Makes the next `times` calls of an endpoint fail. */
  failCalls(endpoint: ApiEndpoint, fault: CallFaultInput, times?: number): void;
  /** Makes the next `times` deliveries of an event, or of any event, fail. */
  injectWebhookFaults(
    fault: WebhookFaultInput,
    options?: { event?: WebhookEvent | 'any'; times?: number },
  ): void;
  /**
   * Applies everything that is due by `now` (by default the sandbox's clock) and sends every due webhook once. Resolves
   * with the attempted deliveries in order; never rejects for a shop that does not respond.
   */
  deliverDue(now?: number, stopping?: AbortSignal): Promise<WebhookDelivery[]>;
  /** Every webhook of the last week, the oldest first. */
  webhooks(): Promise<QueuedWebhook[]>;
  /** Sets the webhooks' URL; null, the default, for the shop on this server. */
  sendWebhooksTo(url: string | null): void;
  /**
   * The bank authorises a waiting or failed attempt, `afterMs` from now by the sandbox's clock. The payment is then captured by
   * the rules of its order; 'always' captures it even when another payment has paid the order.
   */
  authorizePayment(
    paymentId: string,
    options?: { afterMs?: number; capture?: 'by-rule' | 'always' },
  ): Promise<PaymentEntity>;
  failPayment(paymentId: string): Promise<PaymentEntity>;
  /** They fail when they complete. */
  failNextRefunds(times?: number): void;
  /** Completes a pending refund now. */
  processRefund(refundId: string): Promise<RefundEntity>;
  failRefund(refundId: string): Promise<RefundEntity>;
  /**
   * Somebody refunds a captured payment in the provider's dashboard: `amount` in paise, or what is left. The refund has no note.
   * The provider's rules for refunds apply, and a refusal that was set does not.
   */
  refundByHand(
    paymentId: string,
    options?: { amount?: number | undefined; speed?: 'normal' | 'optimum' },
  ): Promise<RefundEntity>;
  /** Refuses requested refunds for this reason, in the provider's words; null accepts them again. */
  refuseRefunds(reason: RefundRefusal | null): void;
  /** The payer's bank disputes a captured payment: `amount` in paise, or what was not refunded. */
  openDispute(paymentId: string, options?: { amount?: number | undefined }): Promise<DisputeEntity>;
  /** Decides an open dispute. A lost one takes its amount. */
  decideDispute(
    disputeId: string,
    status: 'under_review' | 'won' | 'lost' | 'closed',
  ): Promise<DisputeEntity>;
  /**
   * The next attempts to pay have another amount than their order, in paise: `fee` is added to it and borne by the payer, and
   * `discount` is subtracted by an offer. Null ends it.
   */
  changeAmounts(change: { fee?: number | undefined; discount?: number | undefined } | null): void;
  /** The report of settlements, as the provider's dashboard exports it. */
  settlementReport(): Promise<string>;
  /** Clears every fault, the clock's advance, the webhooks' URL, and undelivered webhooks. */
  reset(): Promise<void>;
}

/** They refuse with the same errors as the sandbox's API. */
export function createControls(sandbox: Sandbox): SandboxControls {
  const { database, transact, now, callFaults, webhookFaults, overrides } = sandbox;

  const completeNow = async (refundId: string, status: 'processed' | 'failed') =>
    refundEntity(await transact((tx) => completeRefund(tx, refundId, status, now())));

  return {
    now,
    settlementReport: () => settlementReport(sandbox),
    async advanceClock(ms) {
      overrides.advancedMs += ms;
      await applyDueEvents(sandbox);
    },
    failCalls: (endpoint, fault, times = 1) => callFaults.arm(endpoint, callFault.parse(fault), times),
    injectWebhookFaults: (fault, { event = 'any', times = 1 } = {}) =>
      webhookFaults.arm(event, webhookFault.parse(fault), times),
    deliverDue: webhookDeliveries(sandbox),
    async webhooks() {
      const rows = await database
        .selectFrom('sandbox_webhook')
        .select(sandboxWebhookColumns)
        .orderBy('sequence')
        .execute();
      return rows.map(({ event_id, event, body, attempts, delivered_at, due_at }) => ({
        eventId: event_id,
        event,
        body,
        attempts,
        deliveredAt: delivered_at,
        dueAt: due_at,
      }));
    },
    sendWebhooksTo(url) {
      overrides.webhookUrl = url;
    },
    async authorizePayment(paymentId, { afterMs = 0, capture = 'by-rule' } = {}) {
      await applyDueEvents(sandbox);
      return transact(async (tx) => {
        const { payment } = await lockPayment(tx, paymentId);
        if (payment.status !== 'created' && payment.status !== 'failed')
          throw badRequest('Only an attempt that is open or has failed can be authorised');
        const changed = await updatePayment(tx, paymentId, {
          capture_always: capture === 'always',
          ...(afterMs > 0 ? { authorizes_at: new Date(now() + afterMs) } : {}),
        });
        return paymentEntity(afterMs > 0 ? changed : await authorizePayment(tx, changed, now()));
      });
    },
    async failPayment(paymentId) {
      await applyDueEvents(sandbox);
      return transact(async (tx) => {
        const { payment } = await lockPayment(tx, paymentId);
        if (payment.status !== 'created') throw badRequest('Only an attempt that is open can fail');
        return paymentEntity(await failAttempt(tx, payment, declinedFailure, now()));
      });
    },
    failNextRefunds(times = 1) {
      overrides.refundsToFail += times;
    },
    processRefund: (refundId) => completeNow(refundId, 'processed'),
    failRefund: (refundId) => completeNow(refundId, 'failed'),
    refundByHand: async (paymentId, { amount, speed = 'normal' } = {}) =>
      refundEntity(
        await transact((tx) =>
          refundPayment(tx, paymentId, { speed, ...(amount !== undefined && { amount }) }, {}, now()),
        ),
      ),
    refuseRefunds(reason) {
      overrides.refusal = reason;
    },
    openDispute: async (paymentId, { amount } = {}) =>
      disputeEntity(await transact((tx) => openDispute(tx, paymentId, amount, now()))),
    decideDispute: async (disputeId, status) =>
      disputeEntity(await transact((tx) => decideDispute(tx, disputeId, status, now()))),
    changeAmounts(change) {
      overrides.surcharge = change && { fee: change.fee ?? 0, discount: change.discount ?? 0 };
    },
    async reset() {
      callFaults.clear();
      webhookFaults.clear();
      Object.assign(overrides, noOverrides());
      await database
        .updateTable('sandbox_webhook')
        .set({ due_at: null })
        .where('due_at', 'is not', null)
        .execute();
    },
  };
}
