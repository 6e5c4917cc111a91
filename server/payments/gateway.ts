import { z } from 'zod';
import { CURRENCY } from '../../domain/pricing.ts';
import {
  isPossibleAmount,
  linkEntity,
  orderEntity,
  paymentEntity,
  refundEntity,
  type GatewayLink,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
} from './entities.ts';
import { GatewayError, toGatewayError } from './gatewayError.ts';
import { isProviderId } from './providerId.ts';
import { openSdk, type ProviderAccess } from './razorpaySdk.ts';
import { isSignedByProvider, type SignedPayment } from './signature.ts';

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

/** A payment link to make. `reference` is unique and at most 40 characters; `until` in milliseconds since 1970. */
export interface NewLink {
  readonly amountPaise: number;
  readonly reference: string;
  readonly description: string;
  readonly customer: { readonly name: string; readonly email: string; readonly contact: string };
  readonly notes: Readonly<Record<string, string>>;
  readonly until: number;
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
  /** Every attempt to pay an order, including failed ones. A link is paid as an order: its payments name the link. */
  fetchOrderPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Makes a link, or finds the one that an earlier call made with the same reference but whose response was lost. */
  createLink(link: NewLink): Promise<GatewayLink>;
  fetchLink(linkId: string): Promise<GatewayLink>;
  /** Cancels a link, so that no attempt to pay by it begins any more. Refused when it is over or paid. */
  cancelLink(linkId: string): Promise<GatewayLink>;
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
  isSigned(paid: SignedPayment, signature: string): boolean;
}

const isPossible = ({ amountPaise }: { amountPaise: number }): boolean => isPossibleAmount(amountPaise);
const possiblePayment = paymentEntity.refine(isPossible);
const possibleRefund = refundEntity.refine(isPossible);

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
  const parsed = schema.safeParse(response);
  if (!parsed.success) throw new GatewayError('failing', 'an answer that is not of the API', 200);
  return parsed.data;
}

function checkId(kind: 'order' | 'payment' | 'link', id: string): void {
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

  const openLink = ({ amountPaise, reference, description, customer, notes, until }: NewLink) =>
    callProvider(linkEntity, () =>
      sdk.paymentLink.create({
        amount: amountPaise,
        currency: CURRENCY,
        accept_partial: false,
        expire_by: Math.floor(until / 1000),
        reference_id: reference,
        description,
        customer: { ...customer },
        // Our own letter has the link.
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes: { ...notes },
      }),
    );

  async function findLink(reference: string): Promise<GatewayLink | null> {
    const found = await callProvider(z.object({ payment_links: z.array(linkEntity) }), () =>
      sdk.paymentLink.all({ reference_id: reference } as Parameters<typeof sdk.paymentLink.all>[0]),
    );
    return found.payment_links[0] ?? null;
  }

  function fetchLink(linkId: string): Promise<GatewayLink> {
    checkId('link', linkId);
    return callProvider(linkEntity, () => sdk.paymentLink.fetch(linkId));
  }

  async function paymentsOfOrder(orderId: string): Promise<GatewayPayment[]> {
    checkId('order', orderId);
    const { items } = await callProvider(listOf(possiblePayment), () => sdk.orders.fetchPayments(orderId));
    return items;
  }

  /** The payments of a link, under its id. Those that the link names count also where it does not name its order. */
  async function paymentsOfLink(linkId: string): Promise<GatewayPayment[]> {
    const { orderId, paymentIds } = await fetchLink(linkId);
    const attempts = orderId === null ? [] : await paymentsOfOrder(orderId);
    const missingIds = paymentIds.filter((id) => !attempts.some((payment) => payment.id === id));
    const missing: GatewayPayment[] = [];
    for (const id of missingIds) {
      checkId('payment', id);
      missing.push(await callProvider(possiblePayment, () => sdk.payments.fetch(id)));
    }
    return [...attempts, ...missing].map((payment) => ({ ...payment, orderId: linkId }));
  }

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
      return callProvider(possiblePayment, () => sdk.payments.fetch(paymentId));
    },
    async fetchOrderPayments(orderId) {
      return isProviderId('link', orderId) ? paymentsOfLink(orderId) : paymentsOfOrder(orderId);
    },
    async createLink(link) {
      try {
        return await openLink(link);
      } catch {
        return (await findLink(link.reference)) ?? openLink(link);
      }
    },
    async fetchLink(linkId) {
      return fetchLink(linkId);
    },
    async cancelLink(linkId) {
      checkId('link', linkId);
      return callProvider(linkEntity, () => sdk.paymentLink.cancel(linkId));
    },
    async capture(paymentId, amountPaise) {
      checkId('payment', paymentId);
      return callProvider(possiblePayment, () => sdk.payments.capture(paymentId, amountPaise, CURRENCY));
    },
    async refundOnce(paymentId, amountPaise, key, notes = {}) {
      checkId('payment', paymentId);
      return callProvider(possibleRefund, async () => {
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
      const { items } = await callProvider(listOf(possibleRefund), () =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: MAX_REFUNDS }),
      );
      return items;
    },
    isSigned: (paid, signature) => isSignedByProvider(paid, signature, access.keySecret),
  };
}
