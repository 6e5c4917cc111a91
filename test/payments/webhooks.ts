import { createHmac, randomUUID } from 'node:crypto';
import { paths } from '../../contract/paths.ts';
import { send, type ApiResponse } from '../api/client.ts';
import type { CreatedPayment, PaymentServer } from './startPayments.ts';

/** A payment or refund in the format of the provider's webhooks. */
export type Entity = Record<string, unknown>;

/** An event about payments or refunds, as the provider sends it. */
export const eventOf = (event: string, payload: Record<string, Entity>): object => ({
  entity: 'event',
  account_id: 'acc_abcdefghij0123',
  event,
  contains: Object.keys(payload),
  payload: Object.fromEntries(Object.entries(payload).map(([kind, entity]) => [kind, { entity }])),
  created_at: 1_763_700_000,
});

/** Does not exist at the provider. */
export const PAYMENT = 'pay_abcdefghij0001';

/** A payment of an order, captured by default. `change` replaces fields. */
export const paymentOf = ({ id, amount }: CreatedPayment, overrides: Entity = {}): Entity => ({
  id: PAYMENT,
  entity: 'payment',
  order_id: id,
  amount,
  currency: 'INR',
  status: 'captured',
  ...overrides,
});

interface DeliveryOptions {
  readonly eventId?: string | undefined;
  readonly secret?: string;
  /** Replaces the correct one. With null, no signature is sent. */
  readonly signature?: string | null;
}

export const sign = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Delivers an event to the webhook like the provider, by default signed with the sandbox's secret. */
export const deliver = (
  server: PaymentServer,
  event: object | string,
  { eventId, secret = server.keys.webhookSecret, signature }: DeliveryOptions = {},
): Promise<ApiResponse<{ status?: string; error?: { code: string } }>> => {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const sentSignature = signature === undefined ? sign(body, secret) : signature;
  return send(server, paths.paymentWebhook, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(sentSignature !== null && { 'x-razorpay-signature': sentSignature }),
      'x-razorpay-event-id': eventId ?? randomUUID(),
    },
  });
};
