import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pauseTaxDocuments } from '../../../server/invoices/nextNumbers.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { START } from '../../api/startServer.ts';
import { paths } from '../../../contract/paths.ts';
import { get } from '../../api/client.ts';
import { create, DAY, dataOf, MORNING, startPayments, type PaymentServer } from '../startPayments.ts';
import { standbyReads } from '../../../server/platform/database/connection/standby.ts';
import { metricsServer } from '../../../server/metrics/metricsServer.ts';
import { watchDay } from '../../api/liveView.ts';
import { dashboardExpressions, readExpression, alertRules } from '../../deploy/monitoring.ts';
import { deliver, eventOf, paymentOf } from '../webhooks.ts';

/** Those of Prometheus itself and of the exporters in deploy/prometheus/prometheus.yaml. */
const OTHER_METRICS = [
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
];

const TOKEN = 'a token for operators';

let server: PaymentServer;
beforeAll(async () => {
  server = await startPayments({
    env: { METRICS_TOKEN: TOKEN },
    // The standby is never checked and therefore never read. Only its metrics exist.
    standby: (database) => standbyReads({ primary: database, standby: database, maxLagMs: 1_000 }),
  });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const fetchMetrics = (authorization?: string): Promise<Response> =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

/** By name. */
async function readMetrics(): Promise<Record<string, number>> {
  const text = await (await fetchMetrics(`Bearer ${TOKEN}`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

test.each([undefined, '', 'Bearer ', 'Bearer another', TOKEN])(
  'the metrics cannot be read with %s',
  async (authorization) => {
    expect((await fetchMetrics(authorization)).status).toBe(401);
  },
);

test('the metrics contain holds, refunds and the age of the oldest open order', async () => {
  const late = dataOf(await create(server));
  server.clock.now = START + 14 * 60_000;
  dataOf(await create(server, MORNING, { user: server.member }));
  server.clock.now = START + 15 * 60_000;
  await deliver(server, eventOf('payment.captured', { payment: paymentOf(late) }));
  expect(await readMetrics()).toMatchObject({
    litrooms_holds: 1,
    litrooms_held_share: expect.closeTo(3 / (9 * 36 * 30), 6),
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
  expect(await readMetrics()).toMatchObject({
    litrooms_oldest_refund_seconds: 60,
    'litrooms_job_overdue_seconds{queue="refunds"}': 60,
  });
  const { id } = await server.database.selectFrom('refund').select('id').executeTakeFirstOrThrow();
  const refund = {
    id: 'rfnd_abcdefghij0001',
    payment_id: 'pay_abcdefghij0001',
    amount: late.amount,
    notes: { refund_id: id },
  };
  await deliver(server, eventOf('refund.failed', { refund: { ...refund, status: 'failed' } }));
  expect(await readMetrics()).toMatchObject({ litrooms_refunds_failed: 1 });
  await deliver(server, eventOf('refund.processed', { refund: { ...refund, status: 'processed' } }));
  await reconcile(server.payments);
  expect(await readMetrics()).toMatchObject({
    litrooms_refunds_due: 0,
    litrooms_refunds_failed: 0,
    litrooms_checks_overdue: 0,
  });
});

test('the metrics contain how long tax documents have waited for their numbers after a restore', async () => {
  expect(await readMetrics()).toMatchObject({ litrooms_papers_paused_seconds: 0 });
  await pauseTaxDocuments(server.database, new Date(START - 3_600_000), new Date(START));
  server.clock.now = START + 90_000;
  expect(await readMetrics()).toMatchObject({ litrooms_papers_paused_seconds: 90 });
  await server.database.deleteFrom('paper_pause').execute();
});

test('the metrics contain overdue and failed emails', async () => {
  const email = {
    payload: '{}',
    attachments: '[]',
    due_at: new Date(START),
    created_at: new Date(START),
  };
  const row = (state: 'due' | 'sent' | 'refused', attempts: number, dueAt = email.due_at) => ({
    ...email,
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
    const { litrooms_letters_overdue: overdue, litrooms_letters_failed: failed } = await readMetrics();
    return { overdue, failed };
  };
  expect(await found()).toEqual({ overdue: 1, failed: 1 });
  server.clock.now = START + 301_000;
  expect(await found()).toEqual({ overdue: 2, failed: 1 });
  server.clock.now = START + 86_400_000 + 1;
  expect(await found()).toMatchObject({ failed: 0 });
});

test('the metrics contain the age of the last backup, and whether the database has space and connections left', async () => {
  const { database, clock } = server;
  await database
    .insertInto('backup')
    .values({ made_at: new Date(clock.now - 90_000) })
    .execute();
  expect(await readMetrics()).toMatchObject({
    litrooms_backup_age_seconds: 90,
    litrooms_database_disk_full: 0,
    litrooms_database_sessions_share: expect.any(Number) as number,
  });
});

test('the metrics contain webhook deliveries by their outcome', async () => {
  const before = await readMetrics();
  const countOf = async (outcome: string) => {
    const name = `litrooms_webhook_deliveries_total{outcome="${outcome}"}`;
    return ((await readMetrics())[name] ?? 0) - (before[name] ?? 0);
  };
  const event = eventOf('payment.captured', { payment: paymentOf(dataOf(await create(server))) });
  for (const _again of [1, 2]) await deliver(server, event, { eventId: 'evt_1' });
  await deliver(server, event, { secret: 'guessed' });
  await deliver(server, '[]');
  expect(await Promise.all(['done', 'duplicate', 'forged', 'malformed'].map(countOf))).toEqual([1, 1, 1, 1]);
});

test('the metrics contain request durations by route, and figures of the process', async () => {
  const readMetric = async (name: string) => (await readMetrics())[name] ?? 0;
  const durationMetric = (route: string, status: number) =>
    `litrooms_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  const post = durationMetric('/api/blog/:id', 200);
  const before = [await readMetric(post), await readMetric(durationMetric('none', 404))];
  for (const id of [1, 2]) await get(server, paths.blogPost(id));
  await get(server, '/api/nothing/of/the/kind');
  expect([await readMetric(post), await readMetric(durationMetric('none', 404))]).toEqual(
    before.map((n, at) => n + [2, 1][at]!),
  );

  const view = await watchDay(server, DAY);
  expect(await readMetrics()).toMatchObject({
    litrooms_database_up: 1,
    litrooms_live_viewers: 1,
    'litrooms_database_connections{state="waiting"}': 0,
    nodejs_eventloop_lag_p99_seconds: expect.any(Number) as number,
  });
  view.close();
  await expect.poll(() => readMetric('litrooms_live_viewers')).toBe(0);
  expect(await readMetric(durationMetric(paths.liveSlots, 200))).toBe(0);
});

test('without its database a server still has the metrics of its process', async () => {
  await server.database.schema.alterTable('letter').renameTo('letter_gone').execute();
  const found = await readMetrics();
  await server.database.schema.alterTable('letter_gone').renameTo('letter').execute();
  expect(found).toMatchObject({ litrooms_database_up: 0, litrooms_live_viewers: 0 });
  expect(found).not.toHaveProperty('litrooms_holds');
  expect(await readMetrics()).toMatchObject({ litrooms_database_up: 1 });
});

test('the separate metrics port serves only the metrics, and only with the token', async () => {
  const { metrics } = server.app;
  if (!metrics) throw new Error('there are no figures');
  const app = await metricsServer(metrics, TOKEN);
  const statusOf = async (url: string, authorization = '') =>
    (await app.inject({ url, headers: { authorization } })).statusCode;
  expect(await statusOf('/metrics')).toBe(401);
  expect(await statusOf('/metrics', `Bearer ${TOKEN}`)).toBe(200);
  expect(await statusOf(paths.rooms, `Bearer ${TOKEN}`)).toBe(404);
  await app.close();
});

test('alerts and the dashboard use only existing metrics, and the dashboard uses all of the application', async () => {
  const text = await (await fetchMetrics(`Bearer ${TOKEN}`)).text();
  const existing = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
  );
  const metricsIn = (expressions: readonly string[]) =>
    new Set(expressions.flatMap((expression) => readExpression(expression).metrics));
  const onDashboard = metricsIn(dashboardExpressions);
  const known = new Set([...existing, ...OTHER_METRICS]);
  const used = [...onDashboard, ...metricsIn(alertRules.map(({ expr }) => expr))];
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  expect(existing.filter((name) => name.startsWith('litrooms_') && !onDashboard.has(name))).toEqual([]);
});
