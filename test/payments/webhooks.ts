import { createHmac, randomUUID } from 'node:crypto';
import { paths } from '../../contract/paths.ts';
import { send, type ApiResponse } from '../api/client.ts';
import type { Created, PaymentServer } from './startPayments.ts';

/** A payment as the provider's webhooks write it, and in the same words refunds. */
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

/** A payment that was never made, for reports about it. */
export const PAYMENT = 'pay_abcdefghij0001';

/** A payment of an order, captured unless changed. */
export const paymentOf = ({ id, amount }: Created, change: Entity = {}): Entity => ({
  id: PAYMENT,
  entity: 'payment',
  order_id: id,
  amount,
  currency: 'INR',
  status: 'captured',
  ...change,
});

interface Sent {
  readonly eventId?: string | undefined;
  readonly secret?: string;
  /** Sent as the signature instead of the right one; null: none is sent. */
  readonly signature?: string | null;
}

export const sign = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Delivers bytes to the webhook as the provider does, signed with the sandbox's secret by default. */
export const deliver = (
  server: PaymentServer,
  event: object | string,
  { eventId, secret = server.keys.webhookSecret, signature }: Sent = {},
): Promise<ApiResponse<{ status?: string; error?: { code: string } }>> => {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const given = signature === undefined ? sign(body, secret) : signature;
  return send(server, paths.paymentWebhook, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(given !== null && { 'x-razorpay-signature': given }),
      'x-razorpay-event-id': eventId ?? randomUUID(),
    },
  });
};
