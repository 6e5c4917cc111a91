import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONTROL_HEADER } from '../../../tools/sandbox/controlRoutes.ts';
import type { SandboxControls } from '../../../tools/sandbox/controls.ts';
import { sandboxControlSecret } from '../../../tools/sandbox/controlSecret.ts';
import sandboxPlugin from '../../../tools/sandbox/plugin.ts';
import { startServer } from '../../api/startServer.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { webhookReceiver, withWebhookReceiver } from '../webhookReceiver.ts';
import { beginCard, pay, payByCard, CARDS } from '../payer.ts';
import { startPayments } from '../startPayments.ts';

withFreshPayments();
withWebhookReceiver();

let sandbox: SandboxControls;
beforeAll(() => {
  ({ sandbox } = server);
});

const newOrder = (receipt: string) => ({
  amountPaise: 59000,
  receipt,
  notes: {},
  captureExpiryMinutes: 12,
});
const order = async (fields: object = {}) => {
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR', ...fields });
  return { id, amount: 59000, key: server.keys.keyId };
};

describe('the next call of an endpoint', () => {
  test('is processed without a response: the connection breaks', async () => {
    sandbox.failCalls('POST /orders', { kind: 'lost-response' });
    await expect(order({ receipt: 'dropped' })).rejects.toBeDefined();
    expect((await server.sdk.orders.all({ receipt: 'dropped' })).items).toHaveLength(1);
    // The gateway finds the order whose response was lost.
    sandbox.failCalls('POST /orders', { kind: 'lost-response' });
    const { id } = await server.gateway.createOrder(newOrder('found-again'));
    expect((await server.sdk.orders.all({ receipt: 'found-again' })).items).toMatchObject([{ id }]);
  });

  test('fails with 500 in the format of the provider, before or after its processing', async () => {
    sandbox.failCalls('POST /orders', { kind: 'server-error' });
    await expect(order({ receipt: 'not-done' })).rejects.toMatchObject({
      statusCode: 500,
      error: { code: 'SERVER_ERROR' },
    });
    expect((await server.sdk.orders.all({ receipt: 'not-done' })).items).toEqual([]);
    sandbox.failCalls('POST /orders', { kind: 'server-error', done: true });
    await expect(order({ receipt: 'done' })).rejects.toMatchObject({ statusCode: 500 });
    expect((await server.sdk.orders.all({ receipt: 'done' })).items).toHaveLength(1);
  });

  test('fails with 502 and HTML, before or after its processing', async () => {
    const { razorpay_payment_id: id } = await pay(server, await order());
    for (const done of [false, true]) {
      sandbox.failCalls('POST /payments/:id/refund', { kind: 'bad-gateway', done });
      await expect(server.gateway.refundOnce(id, 59000, 'bad-gateway-key')).rejects.toMatchObject({
        code: 'failing',
        status: 502,
      });
      const { items } = await server.sdk.payments.fetchMultipleRefund(id, {});
      expect(items).toHaveLength(done ? 1 : 0);
    }
  });

  test('has a delayed response', async () => {
    sandbox.failCalls('GET /orders', { kind: 'latency', ms: 300 });
    const start = Date.now();
    await server.sdk.orders.all({});
    expect(Date.now() - start).toBeGreaterThanOrEqual(290);
  });

  test('fails the configured number of times, and calls of other endpoints succeed', async () => {
    sandbox.failCalls('POST /orders', { kind: 'server-error' }, 2);
    await server.sdk.orders.all({});
    await expect(order()).rejects.toMatchObject({ statusCode: 500 });
    await expect(order()).rejects.toMatchObject({ statusCode: 500 });
    expect(await order()).toBeDefined();
  });

  test('fails at any endpoint', async () => {
    sandbox.failCalls('any', { kind: 'server-error' });
    await expect(server.sdk.orders.all({})).rejects.toMatchObject({ statusCode: 500 });
    expect(await order()).toBeDefined();
  });
});

test('a fault of one server does not affect another', async () => {
  const other = await startPayments();
  sandbox.failCalls('any', { kind: 'server-error' });
  await sandbox.advanceClock(60_000);
  expect((await other.sdk.orders.all({})).items).toEqual([]);
  expect(other.sandbox.now()).toBe(other.clock.now);
  await other.close();
});

test('reset removes faults and queued webhooks, and sets the clock back', async () => {
  await payByCard(server, await order(), { number: CARDS.declined });
  sandbox.failCalls('any', { kind: 'server-error' }, 100);
  sandbox.injectWebhookFaults({ kind: 'drop' }, { times: 100 });
  sandbox.failNextRefunds(100);
  await sandbox.advanceClock(60_000);
  await sandbox.reset();
  expect(sandbox.now()).toBe(server.clock.now);
  expect(await sandbox.deliverDue()).toEqual([]);
  const { razorpay_payment_id: id } = await pay(server, await order());
  const { id: refund } = await server.sdk.payments.refund(id, { speed: 'optimum' });
  expect(await server.sdk.refunds.fetch(refund)).toMatchObject({ status: 'processed' });
});

describe('over HTTP', () => {
  const secret = () => sandboxControlSecret(server.config.dataDir);
  async function control(
    path: string,
    body?: object,
    { url = server.url, shown: controlSecret = secret() }: { url?: string; shown?: string | null } = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${url}/sandbox/control/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(controlSecret !== null && { [CONTROL_HEADER]: controlSecret }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('a test in another process has the same controls', async () => {
    await control('webhooks/target', { url: webhookReceiver.url });
    const attempt = await beginCard(server, await order());
    const id = attempt.payment_id ?? '';

    await control('clock', { advanceMs: 10 * 60_000 });
    expect((await control('clock')).body).toEqual({ now: server.clock.now + 600_000 });
    expect(await server.sdk.payments.fetch(id)).toMatchObject({ status: 'failed' });
    expect((await control(`payments/${id}/authorize`, { capture: 'always' })).body).toMatchObject({
      id,
      status: 'captured',
    });

    await control('faults/webhooks', { fault: { kind: 'reorder' } });
    const { items } = (await control('webhooks/deliver', {})).body as { items: { event: string }[] };
    expect(items.map(({ event }) => event)).toEqual([
      'order.paid',
      'payment.captured',
      'payment.authorized',
      'payment.failed',
    ]);
    const { items: queue } = (await control('webhooks')).body as { items: object[] };
    expect(queue.at(-1)).toMatchObject({
      event: 'order.paid',
      attempts: 1,
      dueAt: null,
    });

    await control('faults/refunds', { times: 1 });
    const { id: refund } = await server.sdk.payments.refund(id, { speed: 'optimum' });
    expect(await server.sdk.refunds.fetch(refund)).toMatchObject({ status: 'failed' });
    const secondRefund = await server.sdk.payments.refund(id, { speed: 'normal' });
    expect((await control(`refunds/${secondRefund.id}/process`, {})).body).toMatchObject({
      status: 'processed',
    });

    await control('faults/calls', { endpoint: 'GET /orders', fault: { kind: 'server-error' } });
    await expect(server.sdk.orders.all({})).rejects.toMatchObject({ statusCode: 500 });
    await control('reset', {});
    expect((await control('clock')).body).toEqual({ now: server.clock.now });
  });

  test('an invalid fault is refused with the name of the field', async () => {
    expect(await control('faults/calls', { endpoint: 'GET /nothing', fault: {} })).toMatchObject({
      status: 400,
      body: { error: { field: 'endpoint' } },
    });
  });

  test('webhooks can be sent only to the same machine', async () => {
    expect(await control('webhooks/target', { url: 'http://example.com/' })).toMatchObject({ status: 400 });
  });

  const notFound = { error: { description: 'The requested URL was not found on the server.' } };

  test('the controls do not exist for callers without the secret, even with the keys of the site', async () => {
    for (const shown of [null, '', 'guess', server.keys.keySecret]) {
      const response = await control('clock', undefined, { shown });
      expect(response).toMatchObject({ status: 400, body: notFound });
    }
  });

  test('the controls exist only for callers on the same machine, and never through a proxy', async () => {
    const app = Fastify({ trustProxy: true });
    const { database, clock, keys } = server;
    await app.register(sandboxPlugin, { database, now: () => clock.now, controlSecret: 's', ...keys });
    const statusFrom = async (remoteAddress: string, forwarded: Record<string, string> = {}) => {
      const headers = { [CONTROL_HEADER]: 's', ...forwarded };
      return (await app.inject({ url: '/control/clock', remoteAddress, headers })).statusCode;
    };
    for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await statusFrom(local)).toBe(200);
    for (const remote of ['10.0.0.5', '::ffff:10.0.0.5', 'fe80::1'])
      expect(await statusFrom(remote)).toBe(400);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect(await statusFrom('127.0.0.1', { [header]: '127.0.0.1' })).toBe(400);
    await app.close();
  });

  test('the controls do not exist in production', async () => {
    const production = await startServer({
      env: {
        NODE_ENV: 'production',
        ALLOW_EMBEDDED: '1',
        ALLOW_SANDBOX: '1',
        ALLOW_NO_MAIL: '1',
        ACCESS_TOKEN_SECRET: randomBytes(16).toString('hex'),
        REFRESH_TOKEN_SECRET: randomBytes(16).toString('hex'),
      },
    });
    const response = await control('clock', undefined, {
      url: production.url,
      shown: sandboxControlSecret(production.config.dataDir),
    });
    await production.close();
    expect(response).toMatchObject({ status: 400, body: notFound });
  });
});
