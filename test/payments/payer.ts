import { SANDBOX_PATH } from '../../server/payments/provider/fromConfig.ts';
import type { CreatedPayment, Paid, PaymentServer } from './startPayments.ts';

/** Of a failed attempt. */
export interface CheckoutError {
  readonly code: string;
  readonly description: string;
  readonly reason: string;
  readonly metadata: { readonly payment_id?: string; readonly order_id?: string };
}

/** Of the sandbox, to the checkout's sheet after each step. */
export interface SheetResponse {
  readonly next?: 'authenticate' | 'wait' | 'done';
  readonly payment_id?: string;
  readonly paid?: Paid;
  readonly error?: CheckoutError;
}

/** Test cards by their result. */
export const CARDS = {
  succeeding: '4100 2800 0000 1007',
  declined: '4100 2800 0006 0003',
} as const;

export const VALID_OTP = '123456';

/** Sends a request of the checkout's sheet to the sandbox. */
export async function callSheet<T = SheetResponse>(
  server: PaymentServer,
  path: string,
  body: object,
  headers: Record<string, string> = { origin: server.url },
): Promise<T> {
  const response = await fetch(`${server.url}${SANDBOX_PATH}/v1/checkout/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

/** The site opens the checkout with order, key, and the amount on the page. */
export type CheckoutOptions = Pick<CreatedPayment, 'id' | 'key' | 'amount'>;

/** Opens the sheet for an order. Every later step needs the returned values. */
export async function openSheet(
  server: PaymentServer,
  { id, key }: Pick<CheckoutOptions, 'id' | 'key'>,
): Promise<{ order_id: string; page_token: string; amount: number }> {
  const { page_token, amount } = await callSheet<{ page_token: string; amount: number }>(server, 'order', {
    key,
    order_id: id,
  });
  return { order_id: id, page_token, amount };
}

/** Starts a card payment, up to the point where the bank asks for a code. */
export async function beginCard(
  server: PaymentServer,
  options: CheckoutOptions,
  number: string = CARDS.succeeding,
): Promise<SheetResponse & { order_id: string; page_token: string }> {
  const { order_id, page_token } = await openSheet(server, options);
  const response = await callSheet(server, 'pay', {
    order_id,
    page_token,
    amount: options.amount,
    currency: 'INR',
    instrument: { method: 'card', number },
  });
  return { ...response, order_id, page_token };
}

/** Pays by card with a code. Returns the sheet's message to the page. */
export async function payByCard(
  server: PaymentServer,
  options: CheckoutOptions,
  { number, otp = VALID_OTP }: { number?: string; otp?: string } = {},
): Promise<SheetResponse> {
  const { order_id, page_token, ...attempt } = await beginCard(server, options, number);
  if (attempt.next !== 'authenticate') return attempt;
  return callSheet(server, 'authenticate', { order_id, page_token, payment_id: attempt.payment_id, otp });
}

/** Pays by card and returns the argument of the checkout's handler. */
export async function pay(server: PaymentServer, options: CheckoutOptions): Promise<Paid> {
  const { paid, error } = await payByCard(server, options);
  if (!paid) throw new Error(JSON.stringify(error));
  return paid;
}

/** Pays by UPI. */
export async function payByUpi(
  server: PaymentServer,
  options: CheckoutOptions,
  vpa: string,
): Promise<SheetResponse> {
  const { order_id, page_token } = await openSheet(server, options);
  return callSheet(server, 'pay', {
    order_id,
    page_token,
    amount: options.amount,
    currency: 'INR',
    instrument: { method: 'upi', vpa },
  });
}
