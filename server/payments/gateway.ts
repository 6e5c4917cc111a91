import { z } from 'zod';
import { CURRENCY } from '../../domain/pricing.ts';
import {
  isPossibleAmount,
  orderEntity,
  paymentEntity,
  refundEntity,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
} from './entities.ts';
import { GatewayError, toGatewayError } from './gatewayError.ts';
import { isProviderId } from './providerId.ts';
import { openSdk, type ProviderAccess } from './razorpaySdk.ts';
import { isSignedByProvider, type PaidOrder } from './signature.ts';

/** The hosts of the provider's checkout in the site's Content-Security-Policy. */
export interface CheckoutSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

/** Where the browser loads the checkout from: a URL, or a path on the API's host. */
export interface Checkout {
  readonly script: string;
  readonly sources: CheckoutSources;
}

/** An order to open. `receipt` is unique and at most 40 characters; `notes` is the provider's flat map. */
export interface NewOrder {
  readonly amountPaise: number;
  readonly receipt: string;
  readonly notes: Readonly<Record<string, string>>;
  /** For how many minutes after its creation an authorised payment is captured automatically. */
  readonly captureExpiryMinutes: number;
}

/**
 * The payment provider for the rest of the server. Every call rejects only with a `GatewayError`. No call may be made
 * inside a transaction.
 */
export interface PaymentGateway {
  /** The public key of the checkout. */
  readonly keyId: string;
  readonly checkout: Checkout;
  /** Opens an order, or finds the one that an earlier call opened with the same receipt but whose response was lost. */
  createOrder(order: NewOrder): Promise<GatewayOrder>;
  findOrderByReceipt(receipt: string): Promise<GatewayOrder | null>;
  fetchPayment(paymentId: string): Promise<GatewayPayment>;
  /** Every attempt to pay an order, including failed ones. */
  fetchOrderPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Captures an authorised payment; the amount must be all of it. */
  capture(paymentId: string, amountPaise: number): Promise<GatewayPayment>;
  /**
   * Refunds an amount of a payment. The same idempotency key (10 or more of A-Z a-z 0-9 _ -) never refunds twice; the
   * amount and the notes, a flat map, must be the same too.
   */
  refundOnce(
    paymentId: string,
    amountPaise: number,
    key: string,
    notes?: Readonly<Record<string, string>>,
  ): Promise<GatewayRefund>;
  /** Every refund of a payment, including failed ones and those made by hand. */
  fetchRefunds(paymentId: string): Promise<GatewayRefund[]>;
  /** True when the signature is the provider's for this order and payment. */
  isSigned(paid: PaidOrder, signature: string): boolean;
}

const isPossible = ({ amountPaise }: { amountPaise: number }): boolean => isPossibleAmount(amountPaise);
const readPayment = paymentEntity.refine(isPossible);
const readRefund = refundEntity.refine(isPossible);

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Makes a call and parses its response. A 200 with a body of another shape counts as a failure. */
async function callProvider<T extends z.ZodType>(
  schema: T,
  call: () => Promise<unknown>,
): Promise<z.output<T>> {
  let response: unknown;
  try {
    response = await call();
  } catch (error) {
    throw toGatewayError(error);
  }
  const read = schema.safeParse(response);
  if (!read.success) throw new GatewayError('failing', 'an answer that is not of the API', 200);
  return read.data;
}

function checkId(kind: 'order' | 'payment', id: string): void {
  if (!isProviderId(kind, id)) throw new GatewayError('malformed-id', `not an id of ${kind}s`);
}

/** The provider refunds an uncaptured authorised payment after this many minutes. */
const UNCAPTURED_REFUND_MINUTES = 24 * 60;

/** The longest list in one response of the provider. */
const MAX_REFUNDS = 100;

/** The gateway over the official SDK, for the provider's own host or one with the same API. */
export function razorpayGateway(access: ProviderAccess, checkout: Checkout): PaymentGateway {
  const { sdk, post } = openSdk(access);

  const openOrder = ({ amountPaise, receipt, notes, captureExpiryMinutes }: NewOrder) =>
    callProvider(orderEntity, () =>
      sdk.orders.create({
        amount: amountPaise,
        currency: CURRENCY,
        receipt,
        notes: { ...notes },
        payment: {
          capture: 'automatic',
          capture_options: {
            automatic_expiry_period: captureExpiryMinutes,
            manual_expiry_period: UNCAPTURED_REFUND_MINUTES,
            refund_speed: 'normal',
          },
        },
      }),
    );

  async function findOrderByReceipt(receipt: string): Promise<GatewayOrder | null> {
    const { items } = await callProvider(listOf(orderEntity), () => sdk.orders.all({ receipt }));
    return items[0] ?? null;
  }

  return {
    keyId: access.keyId,
    checkout,
    findOrderByReceipt,
    // After any error the order may exist: the response was lost, or an earlier call opened it and the receipt is
    // refused as not unique. A second attempt is made only when there is none.
    async createOrder(order) {
      try {
        return await openOrder(order);
      } catch {
        return (await findOrderByReceipt(order.receipt)) ?? openOrder(order);
      }
    },
    async fetchPayment(paymentId) {
      checkId('payment', paymentId);
      return callProvider(readPayment, () => sdk.payments.fetch(paymentId));
    },
    async fetchOrderPayments(orderId) {
      checkId('order', orderId);
      const { items } = await callProvider(listOf(readPayment), () => sdk.orders.fetchPayments(orderId));
      return items;
    },
    async capture(paymentId, amountPaise) {
      checkId('payment', paymentId);
      return callProvider(readPayment, () => sdk.payments.capture(paymentId, amountPaise, CURRENCY));
    },
    async refundOnce(paymentId, amountPaise, key, notes = {}) {
      checkId('payment', paymentId);
      return callProvider(readRefund, async () => {
        const { data } = await post(
          `/v1/payments/${paymentId}/refund`,
          { amount: amountPaise, speed: 'normal', notes },
          { headers: { 'X-Refund-Idempotency': key } },
        );
        return data;
      });
    },
    async fetchRefunds(paymentId) {
      checkId('payment', paymentId);
      const { items } = await callProvider(listOf(readRefund), () =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: MAX_REFUNDS }),
      );
      return items;
    },
    isSigned: (paid, signature) => isSignedByProvider(paid, signature, access.keySecret),
  };
}
