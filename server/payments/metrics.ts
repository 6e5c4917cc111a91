import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import type { WebhookCounts } from './webhookRoutes.ts';

export interface MetricsDeps {
  readonly database: Database;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly webhookCounts: WebhookCounts;
  /** The bearer token of a reader. */
  readonly token: string;
}

const DAY_MS = 86_400_000;

/** The present state of bookings, payments and letters, one row; the same on every server process. */
const figures = async (database: Database, now: number): Promise<Record<string, number>> => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from booking where status in ('held', 'moving')) as litrooms_holds,
    (select count(*) from booking where status = 'confirmed') as litrooms_bookings_confirmed,
    (select count(*) from refund where status <> 'processed') as litrooms_refunds_due,
    (select count(*) from refund where status <> 'processed' and failures > 0) as litrooms_refunds_failed,
    (select count(*) from letter where state = 'due'
      and (attempts > 2 or due_at < ${new Date(now - 300_000)})) as litrooms_letters_overdue,
    (select count(*) from letter where state in ('refused', 'expired')
      and created_at > ${new Date(now - DAY_MS)}) as litrooms_letters_failed,
    (select count(*) from payment_order where next_check_at < ${new Date(now - 300_000)}) as litrooms_checks_overdue,
    (select coalesce(extract(epoch from ${new Date(now)}::timestamptz - min(o.created_at)), 0)::integer
      from payment_order o join booking b on b.id = o.booking_id
      where b.status in ('held', 'moving')) as litrooms_oldest_unresolved_order_seconds`.execute(database);
  return rows[0] ?? {};
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * GET /metrics: figures for operators in Prometheus's text format. Refuses (401) a request without the token. Figures
 * of the database are gauges; each process counts its own webhook deliveries since its start.
 */
const metrics: FastifyPluginAsync<MetricsDeps> = async (app, { database, now, webhookCounts, token }) => {
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(expected, digest(headers.authorization ?? ''))) {
      throw new ApiError('unauthenticated', 'The figures are for operators');
    }
    const gauges = Object.entries(await figures(database, now())).flatMap(([name, value]) => [
      `# TYPE ${name} gauge`,
      `${name} ${value}`,
    ]);
    const deliveries = [...webhookCounts].map(
      ([outcome, count]) => `litrooms_webhook_deliveries_total{outcome="${outcome}"} ${count}`,
    );
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`${[...gauges, '# TYPE litrooms_webhook_deliveries_total counter', ...deliveries].join('\n')}\n`);
  });
};
export default metrics;
