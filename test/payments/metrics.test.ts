import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../server/payments/reconcile.ts';
import { START } from '../api/startServer.ts';
import { paths } from '../../contract/paths.ts';
import { get } from '../api/client.ts';
import { create, DAY, dataOf, MORNING, startPayments, type PaymentServer } from './startPayments.ts';
import { standbyReads } from '../../server/database/standby.ts';
import { metricsServer } from '../../server/metrics/metricsServer.ts';
import { watchDay } from '../api/liveView.ts';
import { dashboardExpressions, readExpression, alertRules } from '../deploy/monitoring.ts';
import { deliver, eventOf, paymentOf } from './webhooks.ts';

const TOKEN = 'a token for operators';

let server: PaymentServer;
beforeAll(async () => {
  server = await startPayments({
    env: { METRICS_TOKEN: TOKEN },
    // Never checked, so never read: only its figures are there.
    standby: (database) => standbyReads({ primary: database, standby: database, maxLagMs: 1_000 }),
  });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const read = (authorization?: string): Promise<Response> =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

/** The figures by name. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await read(`Bearer ${TOKEN}`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

test.each([undefined, '', 'Bearer ', 'Bearer another', TOKEN])(
  'nobody reads the figures with %s',
  async (shown) => {
    expect((await read(shown)).status).toBe(401);
  },
);

test('operators see holds, bookings, debts and how long the oldest order is open', async () => {
  const late = dataOf(await create(server));
  server.clock.now = START + 14 * 60_000;
  dataOf(await create(server, MORNING, { user: server.member }));
  server.clock.now = START + 15 * 60_000;
  await deliver(server, eventOf('payment.captured', { payment: paymentOf(late) }));
  expect(await figures()).toMatchObject({
    litrooms_holds: 1,
    litrooms_refunds_due: 1,
    litrooms_refunds_failed: 0,
    litrooms_oldest_unresolved_order_seconds: 60,
    litrooms_checks_overdue: 1,
    litrooms_oldest_refund_seconds: 0,
    'litrooms_payments{state="captured"}': 1,
    'litrooms_job_overdue_seconds{queue="orders"}': 780,
    'litrooms_job_overdue_seconds{queue="refunds"}': 0,
  });
  server.clock.now += 60_000;
  expect(await figures()).toMatchObject({
    litrooms_oldest_refund_seconds: 60,
    'litrooms_job_overdue_seconds{queue="refunds"}': 60,
  });
  const refund = { id: 'rfnd_abcdefghij0001', payment_id: 'pay_abcdefghij0001', amount: late.amount };
  await deliver(server, eventOf('refund.failed', { refund: { ...refund, status: 'failed' } }));
  expect(await figures()).toMatchObject({ litrooms_refunds_failed: 1 });
  await deliver(server, eventOf('refund.processed', { refund: { ...refund, status: 'processed' } }));
  await reconcile(server.payments);
  expect(await figures()).toMatchObject({
    litrooms_refunds_due: 0,
    litrooms_refunds_failed: 0,
    litrooms_checks_overdue: 0,
  });
});

test('operators see letters that wait for the mail server, and those that were given up', async () => {
  const letter = {
    payload: '{}',
    attachments: '[]',
    due_at: new Date(START),
    created_at: new Date(START),
  };
  const row = (state: 'due' | 'sent' | 'refused', attempts: number, dueAt = letter.due_at) => ({
    ...letter,
    dedupe_key: `password-changed:${state}:${attempts}:${Number(dueAt)}`,
    kind: 'password-changed' as const,
    state,
    attempts,
    due_at: dueAt,
  });
  await server.database
    .insertInto('letter')
    .values([
      row('due', 0),
      row('due', 3, new Date(START + 60_000)),
      row('due', 0, new Date(START + 60_000)),
      row('sent', 5),
      row('refused', 1),
    ])
    .execute();
  const found = async () => {
    const { litrooms_letters_overdue: overdue, litrooms_letters_failed: failed } = await figures();
    return { overdue, failed };
  };
  expect(await found()).toEqual({ overdue: 1, failed: 1 });
  server.clock.now = START + 301_000;
  expect(await found()).toEqual({ overdue: 2, failed: 1 });
  server.clock.now = START + 86_400_000 + 1;
  expect(await found()).toMatchObject({ failed: 0 });
});

test('operators see how many deliveries of the webhook came to what', async () => {
  const before = await figures();
  const counted = async (outcome: string) => {
    const name = `litrooms_webhook_deliveries_total{outcome="${outcome}"}`;
    return ((await figures())[name] ?? 0) - (before[name] ?? 0);
  };
  const event = eventOf('payment.captured', { payment: paymentOf(dataOf(await create(server))) });
  for (const _again of [1, 2]) await deliver(server, event, { eventId: 'evt_1' });
  await deliver(server, event, { secret: 'guessed' });
  await deliver(server, '[]');
  expect(await Promise.all(['done', 'duplicate', 'forged', 'malformed'].map(counted))).toEqual([1, 1, 1, 1]);
});

test('operators see how long requests took, by route and not by path, and what the process is doing', async () => {
  const seen = async (name: string) => (await figures())[name] ?? 0;
  const times = (route: string, status: number) =>
    `litrooms_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  const post = times('/api/blog/:id', 200);
  const before = [await seen(post), await seen(times('none', 404))];
  for (const id of [1, 2]) await get(server, paths.blogPost(id));
  await get(server, '/api/nothing/of/the/kind');
  expect([await seen(post), await seen(times('none', 404))]).toEqual(before.map((n, at) => n + [2, 1][at]!));

  const view = await watchDay(server, DAY);
  expect(await figures()).toMatchObject({
    litrooms_database_up: 1,
    litrooms_live_viewers: 1,
    'litrooms_database_connections{state="waiting"}': 0,
    nodejs_eventloop_lag_p99_seconds: expect.any(Number) as number,
  });
  view.close();
  await expect.poll(() => seen('litrooms_live_viewers')).toBe(0);
  expect(await seen(times(paths.liveSlots, 200))).toBe(0);
});

test('without its database a server has its own figures still', async () => {
  await server.database.schema.alterTable('letter').renameTo('letter_gone').execute();
  const found = await figures();
  await server.database.schema.alterTable('letter_gone').renameTo('letter').execute();
  expect(found).toMatchObject({ litrooms_database_up: 0, litrooms_live_viewers: 0 });
  expect(found).not.toHaveProperty('litrooms_holds');
  expect(await figures()).toMatchObject({ litrooms_database_up: 1 });
});

test('an address of their own has the figures, for the token, and nothing else', async () => {
  const { metrics } = server.app;
  if (!metrics) throw new Error('there are no figures');
  const app = await metricsServer(metrics, TOKEN);
  const readOwn = async (url: string, authorization = '') =>
    (await app.inject({ url, headers: { authorization } })).statusCode;
  expect(await readOwn('/metrics')).toBe(401);
  expect(await readOwn('/metrics', `Bearer ${TOKEN}`)).toBe(200);
  expect(await readOwn(paths.rooms, `Bearer ${TOKEN}`)).toBe(404);
  await app.close();
});

test('alerts and the dashboard name figures that the server has, and the dashboard all of our own', async () => {
  const text = await (await read(`Bearer ${TOKEN}`)).text();
  const had = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
  );
  const named = (expressions: readonly string[]) =>
    new Set(expressions.flatMap((expression) => readExpression(expression).metrics));
  const shown = named(dashboardExpressions);
  // Prometheus makes `up` itself.
  const known = new Set([...had, 'up']);
  const all = [...shown, ...named(alertRules.map(({ expr }) => expr))];
  expect(all.filter((name) => !known.has(name))).toEqual([]);
  expect(had.filter((name) => name.startsWith('litrooms_') && !shown.has(name))).toEqual([]);
});
