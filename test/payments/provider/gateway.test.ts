import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPossibleAmount } from '../../../server/payments/provider/entities.ts';
import type { GatewayError } from '../../../server/payments/provider/gatewayError.ts';
import { razorpayGateway, type PaymentGateway } from '../../../server/payments/provider/gateway.ts';

const PAYMENT = 'pay_abcdefghij0123';
const ORDER = { id: 'order_ABCDEFGHIJ0123', amount: 59000 };
const newOrder = {
  amountPaise: 59000,
  receipt: 'bk_1',
  notes: { booking_id: '1' },
  captureExpiryMinutes: 12,
};

interface Request {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A fake provider whose responses each test sets. It records the requests. */
let provider: Server;
let gateway: PaymentGateway;
let requests: Request[];
let respond: (response: ServerResponse, request: Request) => void;

const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeAll(async () => {
  provider = createServer((request, response) => {
    void text(request).then((body) => {
      const received = { line: `${request.method} ${request.url}`, headers: request.headers, body };
      requests.push(received);
      respond(response, received);
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const baseUrl = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/sandbox`;
  const sources = { script: [], frame: [], connect: [], img: [] };
  gateway = razorpayGateway(
    { keyId: 'rzp_test_1', keySecret: 's', baseUrl },
    { script: '/checkout.js', sources },
  );
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  requests = [];
});

const failure = (call: Promise<unknown>): Promise<GatewayError> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: GatewayError) => error,
  );

describe('a call to the provider', () => {
  test('sends the keys to the configured address', async () => {
    respond = json(200, { id: PAYMENT, order_id: null, amount: 100, currency: 'INR', status: 'captured' });
    await gateway.fetchPayment(PAYMENT);
    expect(requests[0]?.line).toBe(`GET /sandbox/v1/payments/${PAYMENT}`);
    expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa('rzp_test_1:s')}`);
  });

  test('does not use HTTP_PROXY', async () => {
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
    respond = json(200, { items: [] });
    expect(await gateway.findOrderByReceipt('bk_1').finally(() => delete process.env['HTTP_PROXY'])).toBe(
      null,
    );
  });

  test.each<[string, (response: ServerResponse) => unknown, Partial<GatewayError>]>([
    [
      'a broken connection',
      (response) => response.destroy(),
      { code: 'unreachable', status: 0, message: 'UND_ERR_SOCKET' },
    ],
    [
      "a proxy's error page",
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
      { code: 'failing', status: 502, message: "HTTP 502 that is not the provider's" },
    ],
    [
      'a page instead of the API',
      (response) => response.end('<h1>Sign in</h1>'),
      { code: 'failing', status: 200 },
    ],
    ['wrong keys', json(401, { error: { description: 'Authentication failed' } }), { code: 'failing' }],
    ['too many calls', json(429, { error: { description: 'Slow down' } }), { code: 'failing' }],
    [
      'a refusal',
      json(400, { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } }),
      { code: 'refused', status: 400, message: 'The id provided does not exist' },
    ],
  ])('rejects with an error that describes the cause: %s', async (_name, response, expected) => {
    respond = response;
    expect(await failure(gateway.fetchPayment(PAYMENT))).toMatchObject({ name: 'GatewayError', ...expected });
    expect(await failure(gateway.refundOnce(PAYMENT, 100, 'late-0000001'))).toMatchObject(expected);
  });

  test('does not follow redirects', async () => {
    respond = (response) => response.writeHead(302, { location: '/v1/elsewhere' }).end();
    expect(await failure(gateway.fetchPayment(PAYMENT))).toMatchObject({ code: 'failing', status: 302 });
    expect(requests).toHaveLength(1);
  });

  test('times out after eight seconds', async () => {
    respond = () => undefined;
    const start = Date.now();
    expect(await failure(gateway.fetchPayment(PAYMENT))).toMatchObject({ code: 'unreachable' });
    expect(Date.now() - start).toBeGreaterThan(7_900);
  });

  test.each(['../orders/order_ABCDEFGHIJ0123', 'pay_short', 'pay_abcdefghij0123/refund', ''])(
    'is not sent with an id that would change the path: "%s"',
    async (id) => {
      for (const call of [
        () => gateway.fetchPayment(id),
        () => gateway.fetchOrderPayments(id),
        () => gateway.capture(id, 100),
        () => gateway.refundOnce(id, 100, 'late-0000001'),
        () => gateway.fetchRefunds(id),
        () => gateway.fetchLink(id),
        () => gateway.cancelLink(id),
      ]) {
        expect(await failure(call())).toMatchObject({ code: 'malformed-id' });
      }
      expect(requests).toEqual([]);
    },
  );
});

describe('opening an order', () => {
  test('requests automatic capture within the shortest allowed time', async () => {
    respond = json(200, ORDER);
    expect(await gateway.createOrder(newOrder)).toEqual({ id: ORDER.id, amountPaise: 59000 });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      amount: 59000,
      currency: 'INR',
      receipt: 'bk_1',
      notes: { booking_id: '1' },
      payment: {
        capture: 'automatic',
        capture_options: {
          automatic_expiry_period: 12,
          manual_expiry_period: 1440,
          refund_speed: 'normal',
        },
      },
    });
  });

  test('finds the order whose response was lost instead of opening a second one', async () => {
    respond = (response, { line }) =>
      line.startsWith('POST') ? response.destroy() : json(200, { items: [ORDER] })(response);
    expect(await gateway.createOrder(newOrder)).toEqual({ id: ORDER.id, amountPaise: 59000 });
    expect(requests.map(({ line }) => line.split('?')[0])).toEqual([
      'POST /sandbox/v1/orders',
      'GET /sandbox/v1/orders',
    ]);
    expect(requests[1]?.line).toContain('receipt=bk_1');
  });

  test('is retried once when the first request never arrived', async () => {
    respond = (response, { line }) => {
      if (line.startsWith('GET')) json(200, { items: [] })(response);
      else if (requests.length === 1) response.destroy();
      else json(200, ORDER)(response);
    };
    expect(await gateway.createOrder(newOrder)).toMatchObject({ id: ORDER.id });
  });

  test('fails when the provider stays unreachable', async () => {
    respond = (response) => response.destroy();
    expect(await failure(gateway.createOrder(newOrder))).toMatchObject({ code: 'unreachable' });
  });
});

describe('a payment link', () => {
  const LINK = 'plink_abcdefghij0123';
  const OTHER_PAYMENT = 'pay_abcdefghij9999';
  const link = { id: LINK, short_url: 'https://rzp.io/i/1', status: 'created' };
  const payment = (id: string) => ({
    id,
    order_id: ORDER.id,
    amount: ORDER.amount,
    currency: 'INR',
    status: 'captured',
  });
  const newLink = {
    amountPaise: 59000,
    reference: 'link_1',
    description: 'Kolam Round',
    customer: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919840012345' },
    notes: { booking_id: '1' },
    until: 1_763_618_400_999,
  };

  test('is made without a message of the provider, for its amount and until its end in whole seconds', async () => {
    respond = json(200, link);
    expect(await gateway.createLink(newLink)).toMatchObject({ id: LINK, url: link.short_url, orderId: null });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      amount: 59000,
      currency: 'INR',
      accept_partial: false,
      expire_by: 1_763_618_400,
      reference_id: 'link_1',
      notify: { sms: false, email: false },
      reminder_enable: false,
    });
  });

  test('whose response was lost is found instead of making a second one', async () => {
    respond = (response, { line }) =>
      line.startsWith('POST') ? response.destroy() : json(200, { payment_links: [link] })(response);
    expect(await gateway.createLink(newLink)).toMatchObject({ id: LINK });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.line).toContain('reference_id=link_1');
  });

  test('is made again when the first request never arrived', async () => {
    respond = (response, { line }) => {
      if (line.startsWith('GET')) json(200, { payment_links: [] })(response);
      else if (requests.length === 1) response.destroy();
      else json(200, link)(response);
    };
    expect(await gateway.createLink(newLink)).toMatchObject({ id: LINK });
  });

  test('has the payments of its order and those that it lists itself, each once, with its own id', async () => {
    respond = (response, { line }) => {
      if (line.includes('payment_links'))
        json(200, {
          ...link,
          order_id: ORDER.id,
          payments: [{ payment_id: PAYMENT }, { payment_id: OTHER_PAYMENT }],
        })(response);
      else if (line.includes('/orders/')) json(200, { items: [payment(PAYMENT)] })(response);
      else json(200, payment(OTHER_PAYMENT))(response);
    };
    expect(await gateway.fetchOrderPayments(LINK)).toMatchObject([
      { id: PAYMENT, orderId: LINK },
      { id: OTHER_PAYMENT, orderId: LINK },
    ]);
    expect(requests.map(({ line }) => line)).toEqual([
      `GET /sandbox/v1/payment_links/${LINK}`,
      `GET /sandbox/v1/orders/${ORDER.id}/payments`,
      `GET /sandbox/v1/payments/${OTHER_PAYMENT}`,
    ]);
  });

  test('that lists a malformed payment id fails before that payment is fetched', async () => {
    respond = json(200, { ...link, payments: [{ payment_id: '../orders' }] });
    expect(await failure(gateway.fetchOrderPayments(LINK))).toMatchObject({ code: 'malformed-id' });
    expect(requests).toHaveLength(1);
  });
});

test('all refunds and all disputes of the account are listed in pages of a hundred', async () => {
  respond = json(200, { entity: 'collection', count: 0, items: [] });
  for (const page of [0, 2]) {
    expect(await gateway.listRefunds(1_700_000_000_000, page)).toEqual({ items: [], isLast: true });
    expect(await gateway.listDisputes(page)).toEqual({ items: [], isLast: true });
  }
  const skips = requests.map(({ line }) => {
    const { pathname, searchParams } = new URL(line.replace('GET ', ''), 'http://provider');
    return [pathname, searchParams.get('count'), searchParams.get('skip')];
  });
  expect(skips).toEqual([
    ['/sandbox/v1/refunds', '100', '0'],
    ['/sandbox/v1/disputes', '100', '0'],
    ['/sandbox/v1/refunds', '100', '200'],
    ['/sandbox/v1/disputes', '100', '200'],
  ]);
});

test('the refunds of a payment are fetched in one list of at most a hundred', async () => {
  respond = json(200, { items: [] });
  expect(await gateway.fetchRefunds(PAYMENT)).toEqual([]);
  expect(requests[0]?.line).toBe(`GET /sandbox/v1/payments/${PAYMENT}/refunds?count=100`);
});

test('a refund is sent with its notes and its idempotency key, which the official SDK would drop', async () => {
  respond = json(200, {
    id: 'rfnd_abcdefghij0123',
    payment_id: PAYMENT,
    amount: 59000,
    status: 'processed',
  });
  await gateway.refundOnce(PAYMENT, 59000, 'late-0000001', { refund_id: 'ours' });
  expect(requests[0]).toMatchObject({ line: `POST /sandbox/v1/payments/${PAYMENT}/refund` });
  expect(requests[0]?.headers['x-refund-idempotency']).toBe('late-0000001');
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    amount: 59000,
    speed: 'normal',
    notes: { refund_id: 'ours' },
  });
});

test('an amount is a whole number of paise, at least one, that the database can store', () => {
  expect([1, 2_147_483_647].map(isPossibleAmount)).toEqual([true, true]);
  expect([0, 0.5, 2_147_483_648].map(isPossibleAmount)).toEqual([false, false, false]);
});
