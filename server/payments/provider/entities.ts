import { z } from 'zod';
import { providerMethodOf, type ProviderMethod } from '../../../domain/money/paymentMethods.ts';

/*
 * Orders, links, payments and refunds in the provider's format, which its API responses and webhooks share. Amounts are in
 * paise.
 */

export interface GatewayOrder {
  readonly id: string;
  readonly amountPaise: number;
}

/**
 * A payment link. `orderId`: the provider's order for the link, which exists after the first attempt to pay. `paymentIds`:
 * the ids of its captured payments.
 */
export interface GatewayLink {
  readonly id: string;
  readonly url: string;
  readonly status: 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid';
  readonly orderId: string | null;
  readonly paymentIds: readonly string[];
}

export type GatewayPaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

/**
 * A payment in its current state at the provider. `orderId` is null for a payment without an order, which is not one of
 * ours.
 */
export interface GatewayPayment {
  readonly id: string;
  readonly orderId: string | null;
  readonly amountPaise: number;
  readonly currency: string;
  readonly status: GatewayPaymentStatus;
  /** Missing or null when the provider has not reported it. */
  readonly method?: ProviderMethod | null;
  /** The provider's fee, tax included; missing or 0 when the provider has not reported it. */
  readonly feePaise?: number;
  /** Whether the provider applied an offer, which may have reduced the amount. */
  readonly hasOffer?: boolean;
  /** All refunds that the provider counts, no matter who made them; missing when the sum was not reported. */
  readonly refundedPaise?: number;
}

/** Key of the note that contains the id of our refund. */
export const REFUND_NOTE = 'refund_id';

/**
 * A refund at the provider: accepted, processed, or failed. `ownId`: the id of our refund from the notes; null for a refund
 * that was made by hand or by an earlier version. `bankReference`: the bank's number of the refund; null until the bank has
 * assigned one.
 */
export interface GatewayRefund {
  readonly id: string;
  readonly ownId: string | null;
  readonly bankReference: string | null;
  readonly amountPaise: number;
  readonly status: 'pending' | 'processed' | 'failed';
}

export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed';

/** A dispute at the provider. `deductedPaise`: what the bank took back; 0 until the dispute is lost. Seconds since 1970. */
export interface GatewayDispute {
  readonly id: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly deductedPaise: number;
  readonly status: DisputeStatus;
  readonly phase: string | null;
  readonly reasonCode: string | null;
  readonly respondBy: number | null;
  readonly createdAt: number;
}

/** The largest amount of the integer columns, far above any price. */
const MAX_PAISE = 2_147_483_647;

/** True for an amount in paise that a payment or a refund can have. */
export const isPossibleAmount = (paise: number): boolean =>
  Number.isInteger(paise) && paise >= 1 && paise <= MAX_PAISE;

export const orderEntity = z
  .object({ id: z.string(), amount: z.number().int() })
  .transform(({ id, amount }): GatewayOrder => ({ id, amountPaise: amount }));

export const paymentLinkEntity = z
  .object({
    id: z.string(),
    short_url: z.string(),
    status: z.enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
    order_id: z.string().nullish(),
    payments: z.array(z.object({ payment_id: z.string() })).nullish(),
  })
  .transform(({ id, short_url, status, order_id, payments }): GatewayLink => ({
    id,
    url: short_url,
    status,
    orderId: order_id ?? null,
    paymentIds: (payments ?? []).map(({ payment_id }) => payment_id),
  }));

export const paymentEntity = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    method: z.string().nullish().catch(null),
    fee: z.number().int().min(0).nullish().catch(null),
    offer_id: z.string().nullish().catch(null),
    amount_refunded: z.number().int().min(0).nullish().catch(null),
  })
  .transform(
    ({
      id,
      order_id,
      amount,
      currency,
      status,
      method,
      fee,
      offer_id,
      amount_refunded: refunded,
    }): GatewayPayment => ({
      id,
      orderId: order_id ?? null,
      amountPaise: amount,
      currency,
      status,
      method: providerMethodOf(method),
      feePaise: fee ?? 0,
      hasOffer: typeof offer_id === 'string' && offer_id !== '',
      ...(typeof refunded === 'number' && { refundedPaise: refunded }),
    }),
  );

/** Null when there is none. */
function textOf(map: readonly unknown[] | Readonly<Record<string, unknown>> | null | undefined, key: string) {
  const value = map && !Array.isArray(map) ? (map as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= 100 ? value : null;
}

export const refundEntity = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.number(),
    status: z.enum(['pending', 'processed', 'failed']),
    // The provider sends empty notes as a list.
    notes: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
    acquirer_data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
  })
  .transform(
    ({
      id,
      payment_id,
      amount,
      status,
      notes,
      acquirer_data: bank,
    }): GatewayRefund & { readonly paymentId: string } => ({
      id,
      ownId: textOf(notes, REFUND_NOTE),
      bankReference: textOf(bank, 'arn') ?? textOf(bank, 'rrn'),
      paymentId: payment_id,
      amountPaise: amount,
      status,
    }),
  );

const shortText = z.string().max(100).nullish().catch(null);

export const disputeEntity = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.number(),
    amount_deducted: z.number().int().min(0).nullish(),
    status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
    phase: shortText,
    reason_code: shortText,
    respond_by: z.number().nullish().catch(null),
    created_at: z.number(),
  })
  .transform((entity): GatewayDispute => ({
    id: entity.id,
    paymentId: entity.payment_id,
    amountPaise: entity.amount,
    deductedPaise: entity.amount_deducted ?? 0,
    status: entity.status,
    phase: entity.phase ?? null,
    reasonCode: entity.reason_code ?? null,
    respondBy: entity.respond_by ?? null,
    createdAt: entity.created_at,
  }));
