import { beforeEach, expect, test } from 'vitest';
import { server, withFreshPayments } from '../freshPayments.ts';
import { webhookReceiver, withWebhookReceiver } from '../webhookReceiver.ts';
import { pay } from '../payer.ts';

withFreshPayments();
withWebhookReceiver();

let paymentId: string;
beforeEach(async () => {
  server.sandbox.sendWebhooksTo(webhookReceiver.url);
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR' });
  ({ razorpay_payment_id: paymentId } = await pay(server, { id, amount: 59000, key: server.keys.keyId }));
  await server.sandbox.deliverDue();
  webhookReceiver.received.length = 0;
});

const MINUTE = 60_000;
const refund = (fields: object = {}) => server.sdk.payments.refund(paymentId, { speed: 'normal', ...fields });
const payment = () => server.sdk.payments.fetch(paymentId);
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error,
  );

test('a refund of normal speed is pending, then processed, with a webhook for each', async () => {
  const { id, ...entity } = await refund();
  expect(entity).toMatchObject({ entity: 'refund', payment_id: paymentId, amount: 59000, status: 'pending' });
  expect(await payment()).toMatchObject({
    status: 'refunded',
    amount_refunded: 59000,
    refund_status: 'full',
    captured: true,
  });
  server.clock.now += MINUTE - 1;
  await server.sandbox.deliverDue();
  expect(webhookReceiver.received.map(({ event }) => event.event)).toEqual(['refund.created']);
  expect(await server.sdk.refunds.fetch(id)).toMatchObject({ status: 'pending' });
  server.clock.now += 1;
  expect(await server.sdk.refunds.fetch(id)).toMatchObject({ status: 'processed' });
  await server.sandbox.deliverDue();
  await server.sandbox.deliverDue();
  expect(webhookReceiver.received.map(({ event }) => event).slice(1)).toMatchObject([
    {
      event: 'refund.processed',
      contains: ['refund', 'payment'],
      payload: {
        refund: { entity: { id, status: 'processed', payment_id: paymentId } },
        payment: { entity: { id: paymentId, status: 'refunded' } },
      },
    },
  ]);
});

test('a refund of optimum speed is processed at once', async () => {
  expect(await refund({ speed: 'optimum' })).toMatchObject({
    status: 'processed',
    speed_requested: 'optimum',
    speed_processed: 'instant',
  });
});

test('a refund that the provider cannot process fails, and its amount can be refunded again', async () => {
  server.sandbox.failNextRefunds();
  const { id } = await refund();
  server.clock.now += MINUTE;
  await server.sandbox.deliverDue();
  expect(webhookReceiver.received.map(({ event }) => event)).toMatchObject([
    { event: 'refund.created' },
    {
      event: 'refund.failed',
      payload: {
        refund: { entity: { id, status: 'failed' } },
        payment: { entity: { status: 'captured', amount_refunded: 0 } },
      },
    },
  ]);
  expect(await payment()).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null });
  const second = await refund();
  server.clock.now += MINUTE;
  expect(await server.sdk.refunds.fetch(second.id)).toMatchObject({ status: 'processed' });
});

test('a pending refund can be ended by a control, once', async () => {
  const [first, second] = [await refund({ amount: 20000 }), await refund({ amount: 10000 })];
  expect(await server.sandbox.failRefund(first.id)).toMatchObject({ status: 'failed' });
  expect(await server.sandbox.processRefund(second.id)).toMatchObject({ status: 'processed' });
  expect(await server.sandbox.failRefund(second.id)).toMatchObject({ status: 'processed' });
  server.clock.now += MINUTE;
  await server.sandbox.deliverDue();
  expect(webhookReceiver.received.map(({ event }) => event.event)).toEqual([
    'refund.created',
    'refund.created',
    'refund.failed',
    'refund.processed',
  ]);
  expect(await payment()).toMatchObject({ amount_refunded: 10000, refund_status: 'partial' });
});

test('the same idempotency key with the same body returns the same refund, even after its end', async () => {
  const once = () => server.gateway.refundOnce(paymentId, 59000, 'refund-key-1');
  const [first, twin] = await Promise.all([once(), once()]);
  expect(twin).toEqual(first);
  await server.sandbox.failRefund(first.id);
  expect(await once()).toMatchObject({ id: first.id, status: 'failed' });
  expect((await server.sdk.payments.fetchMultipleRefund(paymentId, {})).items).toHaveLength(1);
});

test('the same idempotency key with another body is refused with 409', async () => {
  await server.gateway.refundOnce(paymentId, 20000, 'refund-key-2');
  await expect(server.gateway.refundOnce(paymentId, 10000, 'refund-key-2')).rejects.toMatchObject({
    status: 409,
    message: 'Different request body sent for the same Idempotency Header.',
  });
});

test('a fully refunded payment is not refunded again, even while the refund is pending', async () => {
  await refund();
  expect(await failure(refund())).toMatchObject({
    statusCode: 400,
    error: { description: 'The payment has been fully refunded already.' },
  });
});

test('refunds are listed by payment, newest first, and can be fetched by their ids', async () => {
  const first = await refund({ amount: 20000 });
  server.clock.now += 1000;
  const second = await refund({ amount: 10000 });
  const { items } = await server.sdk.payments.fetchMultipleRefund(paymentId, {});
  expect(items.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(await server.sdk.payments.fetchRefund(paymentId, first.id)).toMatchObject({ amount: 20000 });
  for (const call of [
    () => server.sdk.refunds.fetch('rfnd_AAAAAAAAAAAAAA'),
    () => server.sdk.payments.fetchRefund('pay_AAAAAAAAAAAAAA', first.id),
    () => server.sdk.payments.fetchMultipleRefund('pay_AAAAAAAAAAAAAA', {}),
  ]) {
    expect(await failure(call())).toMatchObject({ error: { description: 'The id provided does not exist' } });
  }
});
