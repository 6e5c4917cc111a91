import { z } from 'zod';
import { CURRENCY } from '../../../domain/money/pricing.ts';
import {
  disputeEntity,
  isPossibleAmount,
  paymentLinkEntity,
  orderEntity,
  paymentEntity,
  refundEntity,
  type GatewayDispute,
  type GatewayLink,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
} from './entities.ts';
import { GatewayError } from './gatewayError.ts';
import { isProviderId } from './providerId.ts';
import { razorpayClient, type ProviderAccess } from './razorpayClient.ts';
import { isSignedByProvider, type SignedPayment } from './signature.ts';
import type { CheckoutSources } from '../../platform/http/plugins/securityHeaders.ts';

/** `script`: a URL, or a path on the API's host. */
export interface Checkout {
  readonly script: string;
  readonly sources: CheckoutSources;
}

/** An order to open. `receipt`: unique, at most 40 characters; `notes`: a flat map. */
export interface NewOrder {
  readonly amountPaise: number;
  readonly receipt: string;
  readonly notes: Readonly<Record<string, string>>;
  /** After its creation an authorised payment is captured automatically for this long. */
  readonly captureExpiryMinutes: number;
}

/** A payment link to create. `reference`: unique, at most 40 characters; `until`: milliseconds since 1970. */
export interface NewPaymentLink {
  readonly amountPaise: number;
  readonly reference: string;
  readonly description: string;
  /** `email`: missing for a customer without an address. */
  readonly customer: { readonly name: string; readonly email?: string; readonly contact: string };
  readonly notes: Readonly<Record<string, string>>;
  readonly until: number;
}

/** 'optimum': instant where the bank supports it. */
export type RefundSpeed = 'normal' | 'optimum';

export type AccountRefund = GatewayRefund & { readonly paymentId: string };

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly isLast: boolean;
}

/**
 * The interface to the payment provider. Every call rejects only with a `GatewayError`. No call may be made inside a
 * transaction.
 */
export interface PaymentGateway {
  /** Public key of the checkout. */
  readonly keyId: string;
  readonly checkout: Checkout;
  /** Opens an order, or finds the order with the same receipt that an earlier call opened and whose response was lost. */
  createOrder(order: NewOrder): Promise<GatewayOrder>;
  findOrderByReceipt(receipt: string): Promise<GatewayOrder | null>;
  fetchPayment(paymentId: string): Promise<GatewayPayment>;
  /** Every attempt to pay an order, including failed ones. For a link, `orderId` of its payments is the link's id. */
  fetchOrderPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Creates a link, or finds the link with the same reference that an earlier call created and whose response was lost. */
  createLink(link: NewPaymentLink): Promise<GatewayLink>;
  fetchLink(linkId: string): Promise<GatewayLink>;
  /** Cancels a link, so that nobody can start to pay it. Rejects with 'refused' when the link has ended or is paid. */
  cancelLink(linkId: string): Promise<GatewayLink>;
  /** Captures an authorised payment. The amount must be the payment's full amount. */
  capture(paymentId: string, amountPaise: number): Promise<GatewayPayment>;
  /**
   * Refunds an amount of a payment. Calls with the same idempotency key (10 or more of A-Z a-z 0-9 _ -) refund only once.
   * They must also have the same amount, notes and speed. `notes`: a flat map. 'optimum' requests an instant refund, which
   * costs a fee.
   */
  refundOnce(
    paymentId: string,
    amountPaise: number,
    key: string,
    notes?: Readonly<Record<string, string>>,
    speed?: RefundSpeed,
  ): Promise<GatewayRefund>;
  /** Every refund of a payment, including failed refunds and refunds that were made by hand, the oldest first. */
  fetchRefunds(paymentId: string): Promise<GatewayRefund[]>;
  /** A page of all refunds of the account since an instant (milliseconds since 1970); the last page is not full. */
  listRefunds(since: number, page: number): Promise<ListPage<AccountRefund>>;
  /** A page of all disputes of the account, the newest first; the last page is not full. */
  listDisputes(page: number): Promise<ListPage<GatewayDispute>>;
  fetchDispute(disputeId: string): Promise<GatewayDispute>;
  /** True when the signature is the provider's for this order and payment. */
  isSigned(paid: SignedPayment, signature: string): boolean;
}

const isPossible = ({ amountPaise }: { amountPaise: number }): boolean => isPossibleAmount(amountPaise);
const possiblePayment = paymentEntity.refine(isPossible);
const possibleRefund = refundEntity.refine(isPossible);
const possibleDispute = disputeEntity.refine(isPossible);

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Parses the response of a call. A response of 200 with a body of another shape counts as a failure. */
async function parseResponse<T extends z.ZodType>(
  schema: T,
  response: Promise<unknown>,
): Promise<z.output<T>> {
  const parsed = schema.safeParse(await response);
  if (!parsed.success) throw new GatewayError('failing', 'a response that is not one of the API', 200);
  return parsed.data;
}

/** Parses the items of a list one by one: an item of another shape is left out, so that it does not hide the others. */
const validItems = <T extends z.ZodType>(item: T, items: readonly unknown[]): z.output<T>[] =>
  items.flatMap((each) => {
    const parsed = item.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });

function checkId(kind: 'order' | 'payment' | 'link' | 'dispute', id: string): void {
  if (!isProviderId(kind, id)) throw new GatewayError('malformed-id', `not an id of ${kind}s`);
}

/** The provider then refunds an authorised payment that was not captured. */
const UNCAPTURED_REFUND_MINUTES = 24 * 60;

/** In one response of the provider. */
const MAX_ITEMS = 100;

/** For the provider's host or another host with the same API. */
export function razorpayGateway(access: ProviderAccess, checkout: Checkout): PaymentGateway {
  const { get, post } = razorpayClient(access);

  const openOrder = ({ amountPaise, receipt, notes, captureExpiryMinutes }: NewOrder) =>
    parseResponse(
      orderEntity,
      post('/orders', {
        amount: amountPaise,
        currency: CURRENCY,
        receipt,
        notes,
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

  const openLink = ({ amountPaise, reference, description, customer, notes, until }: NewPaymentLink) =>
    parseResponse(
      paymentLinkEntity,
      post('/payment_links', {
        amount: amountPaise,
        currency: CURRENCY,
        accept_partial: false,
        expire_by: Math.floor(until / 1000),
        reference_id: reference,
        description,
        customer,
        // We send the link in our own email.
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes,
      }),
    );

  async function findLink(reference: string): Promise<GatewayLink | null> {
    const found = await parseResponse(
      z.object({ payment_links: z.array(paymentLinkEntity) }),
      get('/payment_links', { reference_id: reference }),
    );
    return found.payment_links[0] ?? null;
  }

  function fetchLink(linkId: string): Promise<GatewayLink> {
    checkId('link', linkId);
    return parseResponse(paymentLinkEntity, get(`/payment_links/${linkId}`));
  }

  async function paymentsOfOrder(orderId: string): Promise<GatewayPayment[]> {
    checkId('order', orderId);
    const { items } = await parseResponse(listOf(possiblePayment), get(`/orders/${orderId}/payments`));
    return items;
  }

  /**
   * The payments of a link, with the link's id as `orderId`. The link may list payments without an order, so both are
   * fetched.
   */
  async function paymentsOfLink(linkId: string): Promise<GatewayPayment[]> {
    const { orderId, paymentIds } = await fetchLink(linkId);
    const attempts = orderId === null ? [] : await paymentsOfOrder(orderId);
    const missingIds = paymentIds.filter((id) => !attempts.some((payment) => payment.id === id));
    const missing: GatewayPayment[] = [];
    for (const id of missingIds) {
      checkId('payment', id);
      missing.push(await parseResponse(possiblePayment, get(`/payments/${id}`)));
    }
    return [...attempts, ...missing].map((payment) => ({ ...payment, orderId: linkId }));
  }

  async function findOrderByReceipt(receipt: string): Promise<GatewayOrder | null> {
    const { items } = await parseResponse(listOf(orderEntity), get('/orders', { receipt }));
    return items[0] ?? null;
  }

  return {
    keyId: access.keyId,
    checkout,
    findOrderByReceipt,
    // After any error the order may exist: the response was lost, or an earlier call opened it and the provider rejects the
    // receipt as not unique. A second attempt is made only when there is no order.
    async createOrder(order) {
      try {
        return await openOrder(order);
      } catch {
        return (await findOrderByReceipt(order.receipt)) ?? openOrder(order);
      }
    },
    async fetchPayment(paymentId) {
      checkId('payment', paymentId);
      return parseResponse(possiblePayment, get(`/payments/${paymentId}`));
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
      return parseResponse(paymentLinkEntity, post(`/payment_links/${linkId}/cancel`));
    },
    async capture(paymentId, amountPaise) {
      checkId('payment', paymentId);
      return parseResponse(
        possiblePayment,
        post(`/payments/${paymentId}/capture`, { amount: amountPaise, currency: CURRENCY }),
      );
    },
    async refundOnce(paymentId, amountPaise, key, notes = {}, speed = 'normal') {
      checkId('payment', paymentId);
      return parseResponse(
        possibleRefund,
        post(
          `/payments/${paymentId}/refund`,
          { amount: amountPaise, speed, notes },
          { 'X-Refund-Idempotency': key },
        ),
      );
    },
    async fetchRefunds(paymentId) {
      checkId('payment', paymentId);
      const { items } = await parseResponse(
        listOf(possibleRefund),
        get(`/payments/${paymentId}/refunds`, { count: MAX_ITEMS }),
      );
      return items.toReversed();
    },
    async listRefunds(since, page) {
      const { items } = await parseResponse(
        listOf(z.unknown()),
        get('/refunds', { from: Math.floor(since / 1000), count: MAX_ITEMS, skip: page * MAX_ITEMS }),
      );
      return { items: validItems(possibleRefund, items), isLast: items.length < MAX_ITEMS };
    },
    async listDisputes(page) {
      const { items } = await parseResponse(
        listOf(z.unknown()),
        get('/disputes', { count: MAX_ITEMS, skip: page * MAX_ITEMS }),
      );
      return { items: validItems(possibleDispute, items), isLast: items.length < MAX_ITEMS };
    },
    async fetchDispute(disputeId) {
      checkId('dispute', disputeId);
      return parseResponse(possibleDispute, get(`/disputes/${disputeId}`));
    },
    isSigned: (paid, signature) => isSignedByProvider(paid, signature, access.keySecret),
  };
}
