import { SANDBOX_PATH } from '../../server/payments/fromConfig.ts';
import type { Created, Paid, PaymentServer } from './startPayments.ts';

/** Why the checkout says an attempt failed. */
export interface CheckoutError {
  readonly code: string;
  readonly description: string;
  readonly reason: string;
  readonly metadata: { readonly payment_id?: string; readonly order_id?: string };
}

/** The server's response to the sheet after each step. */
export interface SheetAnswer {
  readonly next?: 'authenticate' | 'wait' | 'done';
  readonly payment_id?: string;
  readonly paid?: Paid;
  readonly error?: CheckoutError;
}

/** Test cards by what they do. */
export const CARDS = {
  succeeding: '4100 2800 0000 1007',
  declined: '4100 2800 0006 0003',
} as const;

export const GOOD_CODE = '123456';

/** Asks the sheet's server something, as the sheet in the browser does. */
export async function callSheet<T = SheetAnswer>(
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

/** The checkout as the site opens it: which order, with which key, and the amount that the page names. */
export type Opened = Pick<Created, 'id' | 'key' | 'amount'>;

/** Opens the sheet for an order; the answer is what every later step must show. */
export async function openSheet(
  server: PaymentServer,
  { id, key }: Pick<Opened, 'id' | 'key'>,
): Promise<{ order_id: string; page_token: string; amount: number }> {
  const { page_token, amount } = await callSheet<{ page_token: string; amount: number }>(server, 'order', {
    key,
    order_id: id,
  });
  return { order_id: id, page_token, amount };
}

/** Begins to pay by card, up to where the bank wants a code. */
export async function beginCard(
  server: PaymentServer,
  opened: Opened,
  number: string = CARDS.succeeding,
): Promise<SheetAnswer & { order_id: string; page_token: string }> {
  const { order_id, page_token } = await openSheet(server, opened);
  const answer = await callSheet(server, 'pay', {
    order_id,
    page_token,
    amount: opened.amount,
    currency: 'INR',
    instrument: { method: 'card', number },
  });
  return { ...answer, order_id, page_token };
}

/** Pays by card, code included; returns what the sheet would send to the page. */
export async function payByCard(
  server: PaymentServer,
  opened: Opened,
  { number, otp = GOOD_CODE }: { number?: string; otp?: string } = {},
): Promise<SheetAnswer> {
  const { order_id, page_token, ...begun } = await beginCard(server, opened, number);
  if (begun.next !== 'authenticate') return begun;
  return callSheet(server, 'authenticate', { order_id, page_token, payment_id: begun.payment_id, otp });
}

/** Pays by card and hands over what the checkout's handler gets. */
export async function pay(server: PaymentServer, opened: Opened): Promise<Paid> {
  const { paid, error } = await payByCard(server, opened);
  if (!paid) throw new Error(JSON.stringify(error));
  return paid;
}

/** Pays by UPI. */
export async function payByUpi(server: PaymentServer, opened: Opened, vpa: string): Promise<SheetAnswer> {
  const { order_id, page_token } = await openSheet(server, opened);
  return callSheet(server, 'pay', {
    order_id,
    page_token,
    amount: opened.amount,
    currency: 'INR',
    instrument: { method: 'upi', vpa },
  });
}
