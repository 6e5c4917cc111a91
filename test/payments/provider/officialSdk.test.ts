import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Razorpay from 'razorpay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { razorpayGateway, type PaymentGateway } from '../../../server/payments/provider/gateway.ts';

/** What the provider receives of a call. */
interface Request {
  readonly line: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const ORDER = 'order_ABCDEFGHIJ0123';
const PAYMENT = 'pay_abcdefghij0123';
const LINK = 'plink_abcdefghij0123';
const DISPUTE = 'disp_abcdefghij0123';

let provider: Server;
let gateway: PaymentGateway;
let sdk: Razorpay;
let requests: Request[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
      requests.push({
        line: `${request.method} ${pathname}`,
        query: Object.fromEntries(searchParams),
        authorization: request.headers.authorization,
        body: body === '' ? null : JSON.parse(body),
      });
      // A refusal, because only the requests are compared.
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"description":"no"}}');
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const keys = { keyId: 'rzp_test_1', keySecret: 's' };
  const sources = { script: [], frame: [], connect: [], img: [] };
  gateway = razorpayGateway({ ...keys, baseUrl: () => url }, { script: '/checkout.js', sources });
  sdk = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret });
  Object.assign((sdk.api as unknown as { rq: { defaults: object } }).rq.defaults, {
    baseURL: url,
    proxy: false,
  });
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

/** The first request of a call. */
async function requestOf(call: () => Promise<unknown>): Promise<Request> {
  requests = [];
  await call().catch(() => {});
  const [first] = requests;
  if (!first) throw new Error('no request was sent');
  return first;
}

/** The SDK sends these also where nobody asked for them. */
const DEFAULTS = { count: '10', skip: '0' };

const notes = { booking_id: '1' };
const customer = { name: 'Asha Rao', email: 'asha@example.com', contact: '+919840012345' };
const since = 1_763_618_400;

const calls: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'opening an order',
    () => gateway.createOrder({ amountPaise: 59000, receipt: 'bk_1', notes, captureExpiryMinutes: 12 }),
    () =>
      sdk.orders.create({
        amount: 59000,
        currency: 'INR',
        receipt: 'bk_1',
        notes,
        payment: {
          capture: 'automatic',
          capture_options: {
            automatic_expiry_period: 12,
            manual_expiry_period: 1440,
            refund_speed: 'normal',
          },
        },
      }),
  ],
  [
    'finding an order',
    () => gateway.findOrderByReceipt('bk 1&count=2'),
    () => sdk.orders.all({ receipt: 'bk 1&count=2' }),
  ],
  [
    "fetching an order's payments",
    () => gateway.fetchOrderPayments(ORDER),
    () => sdk.orders.fetchPayments(ORDER),
  ],
  ['fetching a payment', () => gateway.fetchPayment(PAYMENT), () => sdk.payments.fetch(PAYMENT)],
  [
    'capturing a payment',
    () => gateway.capture(PAYMENT, 59000),
    () => sdk.payments.capture(PAYMENT, 59000, 'INR'),
  ],
  [
    'refunding a payment',
    () => gateway.refundOnce(PAYMENT, 59000, 'late-0000001', notes),
    () => sdk.payments.refund(PAYMENT, { amount: 59000, speed: 'normal', notes }),
  ],
  [
    "fetching a payment's refunds",
    () => gateway.fetchRefunds(PAYMENT),
    () => sdk.payments.fetchMultipleRefund(PAYMENT, { count: 100 }),
  ],
  [
    'listing refunds',
    () => gateway.listRefunds(since * 1000, 2),
    () => sdk.refunds.all({ from: since, count: 100, skip: 200 }),
  ],
  ['listing disputes', () => gateway.listDisputes(2), () => sdk.disputes.all({ count: 100, skip: 200 })],
  ['fetching a dispute', () => gateway.fetchDispute(DISPUTE), () => sdk.disputes.fetch(DISPUTE)],
  [
    'creating a payment link',
    () =>
      gateway.createLink({
        amountPaise: 59000,
        reference: 'link_1',
        description: 'Kolam Round',
        customer,
        notes,
        until: since * 1000,
      }),
    () =>
      sdk.paymentLink.create({
        amount: 59000,
        currency: 'INR',
        accept_partial: false,
        expire_by: since,
        reference_id: 'link_1',
        description: 'Kolam Round',
        customer,
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes,
      }),
  ],
  ['fetching a payment link', () => gateway.fetchLink(LINK), () => sdk.paymentLink.fetch(LINK)],
  ['cancelling a payment link', () => gateway.cancelLink(LINK), () => sdk.paymentLink.cancel(LINK)],
];

test.each(calls)(
  'the provider receives the same request as from its official SDK: %s',
  async (_name, own, official) => {
    const ours = await requestOf(own);
    const theirs = await requestOf(official);
    expect({ ...ours, query: { ...DEFAULTS, ...ours.query } }).toEqual({
      ...theirs,
      query: { ...DEFAULTS, ...theirs.query },
    });
  },
);
