import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import {
  disputeEntity,
  isPossibleAmount,
  paymentLinkEntity,
  paymentEntity,
  refundEntity,
  type GatewayPayment,
} from '../provider/entities.ts';
import { endLinkedHold, holdEndOf } from '../links.ts';
import { applyPaymentUpdate, captureAuthorized } from '../applyPaymentUpdate.ts';
import { applyDispute, logDispute, type DisputeUpdate } from './disputes.ts';
import type { PaymentDeps } from '../deps.ts';
import { isProviderId } from '../provider/providerId.ts';
import { orderById, recordPayment, type OrderPayment, type PaymentOrder } from '../records.ts';
import { applyRefundUpdate, type RefundUpdate } from '../refunds/refundUpdates.ts';
import { logRefundUpdate } from './logRefundUpdate.ts';
import { orProviderUnavailable } from '../paymentErrors.ts';
import { settleInTransaction, logSettlement } from '../settle.ts';
import { isCaptured, type SettleResult } from '../settlement.ts';

/**
 * The outcome of a delivery. 'ignored': the event is not about our payments. 'unusable': the event has an impossible amount
 * or id. Such an event is acknowledged, because a redelivery would be the same and the provider disables a webhook that
 * fails.
 */
export type WebhookOutcome = 'done' | 'duplicate' | 'ignored' | 'unusable';

/**
 * The events about a payment. The server reads the payment's status and not the event's name, because events may arrive in
 * any order.
 */
const PAYMENT_EVENTS = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']);
/** The event of a paid link contains its payment. */
const LINK_EVENTS = new Set(['payment_link.paid', 'payment_link.expired', 'payment_link.cancelled']);
const REFUND_EVENTS = new Set(['refund.created', 'refund.processed', 'refund.failed']);
/** The server reads the dispute's status and not the event's name. */
const DISPUTE_EVENTS = /^payment\.dispute\.[a-z_]+$/;

const envelope = z.object({ event: z.string().max(100), payload: z.unknown() });
const paymentPayload = z.object({ payment: z.object({ entity: paymentEntity }) });
const linkPayload = z.object({
  payment_link: z.object({ entity: paymentLinkEntity }),
  payment: z.object({ entity: paymentEntity }).optional(),
});
/** The provider sends the payment with each of its refunds and disputes. */
const includedPayment = { payment: z.object({ entity: paymentEntity }).optional().catch(undefined) };
const refundPayload = z.object({ refund: z.object({ entity: refundEntity }), ...includedPayment });
const disputePayload = z.object({ dispute: z.object({ entity: disputeEntity }), ...includedPayment });

/** One delivery of the provider's webhook with a verified signature. */
export interface VerifiedWebhook {
  readonly body: Buffer;
  /** The same for each redelivery. Undefined when the header is missing. */
  readonly eventId: string | undefined;
}

/** Records an event as processed. False when the event was already recorded. */
async function markEventProcessed(tx: Tx, key: string, event: string, now: EpochMs): Promise<boolean> {
  const inserted = await tx
    .insertInto('webhook_event')
    .values({ event_key: key, event, received_at: new Date(now) })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .returning('event_key')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function isEventProcessed({ database }: PaymentDeps, key: string): Promise<boolean> {
  const known = await database
    .selectFrom('webhook_event')
    .select('event_key')
    .where('event_key', '=', key)
    .executeTakeFirst();
  return known !== undefined;
}

type ReceivedEvent = { readonly event: string; readonly key: string };

/** Logs an event that cannot be applied. The reconciler finds its payment later. */
function logUnusable({ log }: PaymentDeps, { event, key }: ReceivedEvent): WebhookOutcome {
  log.error(
    { event, eventId: key },
    'a signed webhook with an impossible amount or id: acknowledged, not applied',
  );
  return 'unusable';
}

async function handlePaymentEvent(
  deps: PaymentDeps,
  received: ReceivedEvent,
  payload: unknown,
): Promise<WebhookOutcome> {
  const { entity } = paymentPayload.parse(payload).payment;
  const isOrderId = entity.orderId !== null && isProviderId('order', entity.orderId);
  const order = isOrderId ? await orderById(deps.database, entity.orderId) : undefined;
  // The provider's account may also serve other shops.
  return order ? applyPayment(deps, received, entity, order) : 'ignored';
}

/** Applies a payment that an event contains. `order`: the payment's order or link. */
async function applyPayment(
  deps: PaymentDeps,
  received: ReceivedEvent,
  entity: GatewayPayment,
  order: PaymentOrder,
): Promise<WebhookOutcome> {
  const { database, now, log } = deps;
  if (!isProviderId('payment', entity.id) || !isPossibleAmount(entity.amountPaise)) {
    return logUnusable(deps, received);
  }
  if (await isEventProcessed(deps, received.key)) return 'duplicate';

  let payment: OrderPayment = { ...entity, orderId: order.order_id };
  if (payment.status === 'authorized')
    payment = await orProviderUnavailable(captureAuthorized(deps, payment, order));
  const result = await inTransaction(database, async (tx): Promise<SettleResult | 'recorded' | null> => {
    if (!(await markEventProcessed(tx, received.key, received.event, now()))) return null;
    if (isCaptured(payment)) return settleInTransaction(tx, payment, now());
    await recordPayment(tx, payment);
    return 'recorded';
  });
  if (result === null) return 'duplicate';
  if (result !== 'recorded' && isCaptured(payment)) logSettlement(log, payment, result);
  return 'done';
}

/** Settles the payment of a paid link, or releases the slots of an expired or cancelled link. */
async function handleLinkEvent(
  deps: PaymentDeps,
  received: ReceivedEvent,
  payload: unknown,
): Promise<WebhookOutcome> {
  const { payment_link, payment } = linkPayload.parse(payload);
  const { id, status } = payment_link.entity;
  const order = isProviderId('link', id) ? await orderById(deps.database, id) : undefined;
  if (!order) return 'ignored';
  if (payment) return applyPayment(deps, received, payment.entity, order);
  if (status !== 'expired' && status !== 'cancelled') return 'ignored';
  const isFirst = await inTransaction(deps.database, async (tx) => {
    if (!(await markEventProcessed(tx, received.key, received.event, deps.now()))) return false;
    await endLinkedHold(tx, order, holdEndOf(status));
    return true;
  });
  return isFirst ? 'done' : 'duplicate';
}

/**
 * Applies the payment of a refund or a dispute first, when it is one of ours that is not recorded as captured: its own event may
 * be late or lost. A payment that was fully refunded before we settled it pays nothing.
 */
async function applyIncludedPayment(
  deps: PaymentDeps,
  paymentId: string,
  included: GatewayPayment | undefined,
): Promise<void> {
  const stored = await deps.database
    .selectFrom('payment')
    .select('status')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  if (stored?.status === 'captured' || stored?.status === 'refunded') return;
  const payment = included;
  if (!payment || payment.id !== paymentId || !isPossibleAmount(payment.amountPaise)) return;
  const isOrderId = payment.orderId !== null && isProviderId('order', payment.orderId);
  const order = isOrderId ? await orderById(deps.database, payment.orderId) : undefined;
  if (order) {
    await orProviderUnavailable(applyPaymentUpdate(deps, { ...payment, orderId: order.order_id }, order));
  }
}

async function handleRefundEvent(
  deps: PaymentDeps,
  received: ReceivedEvent,
  payload: unknown,
): Promise<WebhookOutcome> {
  const parsed = refundPayload.parse(payload);
  const { entity } = parsed.refund;
  const ids = isProviderId('refund', entity.id) && isProviderId('payment', entity.paymentId);
  if (!ids || !isPossibleAmount(entity.amountPaise)) return logUnusable(deps, received);
  if (await isEventProcessed(deps, received.key)) return 'duplicate';
  await applyIncludedPayment(deps, entity.paymentId, parsed.payment?.entity);
  const update = await inTransaction(deps.database, async (tx): Promise<RefundUpdate | null> => {
    if (!(await markEventProcessed(tx, received.key, received.event, deps.now()))) return null;
    return applyRefundUpdate(tx, entity.paymentId, entity, deps.now());
  });
  if (update === null) return 'duplicate';
  logRefundUpdate(deps.log, entity.paymentId, entity, update);
  return update === 'unknown' ? 'ignored' : 'done';
}

async function handleDisputeEvent(
  deps: PaymentDeps,
  received: ReceivedEvent,
  payload: unknown,
): Promise<WebhookOutcome> {
  const parsed = disputePayload.parse(payload);
  const { entity } = parsed.dispute;
  const ids = isProviderId('dispute', entity.id) && isProviderId('payment', entity.paymentId);
  if (!ids || !isPossibleAmount(entity.amountPaise)) return logUnusable(deps, received);
  if (await isEventProcessed(deps, received.key)) return 'duplicate';
  await applyIncludedPayment(deps, entity.paymentId, parsed.payment?.entity);
  const update = await inTransaction(deps.database, async (tx): Promise<DisputeUpdate | null> => {
    if (!(await markEventProcessed(tx, received.key, received.event, deps.now()))) return null;
    return applyDispute(tx, entity, deps.now());
  });
  if (update === null) return 'duplicate';
  logDispute(deps.log, entity, update);
  return update === 'unknown' ? 'ignored' : 'done';
}

/**
 * Applies a webhook delivery once per event. The event is recorded in the same transaction as its effect, so a redelivery
 * applies an interrupted delivery and does not repeat an applied one. Events of other shops are ignored, and unusable events
 * are only logged (docs/decisions/0007-request-bodies-and-limits.md). Throws a `ZodError` or a `SyntaxError` for a body in
 * another format, and 'unavailable' (503) when an authorised payment cannot be captured now. Nothing is changed in both
 * cases.
 */
export async function handleWebhook(
  deps: PaymentDeps,
  { body, eventId }: VerifiedWebhook,
): Promise<WebhookOutcome> {
  const { event, payload } = envelope.parse(JSON.parse(body.toString('utf8')));
  const received = { event, key: eventId ?? `sha256:${createHash('sha256').update(body).digest('hex')}` };
  if (PAYMENT_EVENTS.has(event)) return handlePaymentEvent(deps, received, payload);
  if (LINK_EVENTS.has(event)) return handleLinkEvent(deps, received, payload);
  if (REFUND_EVENTS.has(event)) return handleRefundEvent(deps, received, payload);
  if (DISPUTE_EVENTS.test(event)) return handleDisputeEvent(deps, received, payload);
  return 'ignored';
}
