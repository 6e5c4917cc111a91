import { describe, expect, test } from 'vitest';
import { server, withFreshPayments } from '../freshPayments.ts';
import { payByCard } from '../payer.ts';

withFreshPayments();

interface ProviderError {
  readonly statusCode: number;
  readonly error: { readonly code: string; readonly description: string; readonly reason: string };
}

const failure = (call: Promise<unknown>): Promise<ProviderError> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: ProviderError) => error,
  );

const order = (fields: object = {}) =>
  server.sdk.orders.create({ amount: 59000, currency: 'INR', ...fields });
const checkoutOptions = ({ id }: { id: string }, amount = 59000) => ({ id, amount, key: server.keys.keyId });

async function paidPayment(): Promise<string> {
  const { paid } = await payByCard(server, checkoutOptions(await order()));
  return paid?.razorpay_payment_id ?? '';
}

describe('the orders of the sandbox, through the official SDK,', () => {
  test('have the same fields as those of the provider', async () => {
    const created = await order({ receipt: 'r-1', notes: { room: '2' } });
    await order({ receipt: 'r-2' });
    expect(created).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/) as string,
      entity: 'order',
      amount: 59000,
      amount_paid: 0,
      amount_due: 59000,
      currency: 'INR',
      receipt: 'r-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { room: '2' },
      created_at: server.clock.now / 1000,
    });
    expect(await server.sdk.orders.fetch(created.id)).toEqual(created);
    expect((await server.sdk.orders.all({ receipt: 'r-1' })).items).toEqual([created]);
    expect(await server.sdk.orders.fetchPayments(created.id)).toEqual({
      entity: 'collection',
      count: 0,
      items: [],
    });
  });

  test('have an empty list instead of an object when there are no notes', async () => {
    expect((await order()).notes).toEqual([]);
  });

  test.each<[object, string, string?]>([
    [{ amount: 99 }, 'Order amount less than minimum amount allowed', 'amount_less_than_minimum_amount'],
    [{ amount: 100.5 }, 'The amount must be an integer.'],
    [{ amount: undefined }, 'amount: is required.'],
    [{ currency: 'EUR' }, 'Currency is not supported'],
    [{ receipt: 'x'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
    [
      { notes: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`n${i}`, 'x'])) },
      'Number of fields in notes should be 15 or less.',
    ],
    [
      { payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 11 } } },
      'The automatic expiry period must be at least 12.',
    ],
  ])('are refused for the fields %o', async (fields, description, reason = 'input_validation_failed') => {
    expect(await failure(order(fields))).toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description, reason },
    });
  });

  test('have unique receipts of at most 40 characters', async () => {
    const receipt = 'bk_'.padEnd(40, 'x');
    await order({ receipt });
    expect(await failure(order({ receipt }))).toMatchObject({
      statusCode: 400,
      error: { description: 'Order receipt should be unique.' },
    });
  });

  test('become attempted, then paid', async () => {
    const { id } = await order();
    await payByCard(server, checkoutOptions({ id }), { otp: '1' });
    expect(await server.sdk.orders.fetch(id)).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
    });
    await payByCard(server, checkoutOptions({ id }));
    expect(await server.sdk.orders.fetch(id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 59000,
      amount_due: 0,
    });
  });
});

describe('the sandbox rejects', () => {
  const post = (headers: Record<string, string>, body = '{}', path = 'orders') =>
    fetch(`${server.url}/sandbox/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const basic = () => `Basic ${btoa(`${server.keys.keyId}:${server.keys.keySecret}`)}`;

  test.each([
    ['no keys', (): Record<string, string> => ({})],
    ['a wrong secret', () => ({ authorization: `Basic ${btoa(`${server.keys.keyId}:x`)}` })],
    ['a lowercase scheme', () => ({ authorization: basic().toLowerCase() })],
  ])('%s with 401', async (_name, headers) => {
    const response = await post(headers());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { description: 'Authentication failed' } });
  });

  test('unknown ids and URLs with 400, like the provider', async () => {
    for (const call of [
      () => server.sdk.orders.fetch('order_AAAAAAAAAAAAAA'),
      () => server.sdk.orders.fetchPayments('order_AAAAAAAAAAAAAA'),
      () => server.sdk.payments.fetch('pay_AAAAAAAAAAAAAA'),
      () => server.sdk.payments.capture('pay_AAAAAAAAAAAAAA', 100, 'INR'),
    ]) {
      expect(await failure(call())).toMatchObject({
        statusCode: 400,
        error: { description: 'The id provided does not exist' },
      });
    }
    const response = await post({ authorization: basic() }, '{}', 'nothing-here');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { description: 'The requested URL was not found on the server.' },
    });
  });

  test('a body that is not JSON with 400, in the provider’s error format', async () => {
    const response = await post({ authorization: basic() }, '{"amount":');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', metadata: {} } });
  });
});

describe('the refunds of the sandbox', () => {
  test('happen once per idempotency key', async () => {
    const id = await paidPayment();
    const first = await server.gateway.refundOnce(id, 59000, 'late-booking-1');
    expect(await server.gateway.refundOnce(id, 59000, 'late-booking-1')).toEqual(first);
    expect(await server.sdk.payments.fetch(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 59000,
      refund_status: 'full',
    });
  });

  test('are refused for a used key with another body, and beyond the paid amount', async () => {
    const id = await paidPayment();
    await server.gateway.refundOnce(id, 20000, 'late-booking-2');
    expect(await server.sdk.payments.fetch(id)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
    });
    await expect(server.gateway.refundOnce(id, 10000, 'late-booking-2')).rejects.toMatchObject({
      status: 409,
    });
    await expect(server.gateway.refundOnce(id, 39001, 'late-booking-3')).rejects.toMatchObject({
      status: 400,
    });
    await server.gateway.refundOnce(id, 39000, 'late-booking-4');
    await expect(server.gateway.refundOnce(id, 100, 'late-booking-5')).rejects.toMatchObject({
      message: 'The payment has been fully refunded already.',
    });
  });
});
