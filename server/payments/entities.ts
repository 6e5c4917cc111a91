import { z } from 'zod';

/*
 * Orders, payments and refunds in the provider's format, which its API responses and webhooks share. Amounts are in
 * paise.
 */

export interface GatewayOrder {
  readonly id: string;
  readonly amountPaise: number;
}

export type GatewayPaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

/**
 * A payment in its present state at the provider. `orderId` is null for a payment without an order, which is none of
 * ours.
 */
export interface GatewayPayment {
  readonly id: string;
  readonly orderId: string | null;
  readonly amountPaise: number;
  readonly currency: string;
  readonly status: GatewayPaymentStatus;
}

/** A refund at the provider: accepted, processed, or failed. */
export interface GatewayRefund {
  readonly id: string;
  readonly amountPaise: number;
  readonly status: 'pending' | 'processed' | 'failed';
}

/** The largest amount of the integer columns, in paise: two hundred thousand times a day in the most expensive room. */
const MAX_PAISE = 2_147_483_647;

/** True for an amount in paise that a payment or a refund can have. */
export const isPossibleAmount = (paise: number): boolean =>
  Number.isInteger(paise) && paise >= 1 && paise <= MAX_PAISE;

export const orderEntity = z
  .object({ id: z.string(), amount: z.number().int() })
  .transform(({ id, amount }): GatewayOrder => ({ id, amountPaise: amount }));

export const paymentEntity = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  })
  .transform(({ id, order_id, amount, currency, status }): GatewayPayment => ({
    id,
    orderId: order_id ?? null,
    amountPaise: amount,
    currency,
    status,
  }));

export const refundEntity = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.number(),
    status: z.enum(['pending', 'processed', 'failed']),
  })
  .transform(({ id, payment_id, amount, status }): GatewayRefund & { readonly paymentId: string } => ({
    id,
    paymentId: payment_id,
    amountPaise: amount,
    status,
  }));
