import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { openSlots, unpaidSlots } from '../slots/heldShare.ts';
import { checkDiskSpace, isDiskFull } from '../platform/database/connection/diskSpace.ts';
import type { Database } from '../platform/database/schema.ts';
import type { JobTable } from '../platform/jobs/lease.ts';
import { emailJobs } from '../email/sendEmails.ts';
import { companyJobs } from '../companies/invoicing.ts';
import { taxDocumentJobs } from '../invoices/issueTaxDocuments.ts';
import { orderJobs } from '../payments/reconcile/checkOrders.ts';
import { isInProgress, refundJobs } from '../payments/reconcile/processRefunds.ts';
import { sweepJobs } from '../payments/reconcile/sweepProvider.ts';
import { waitingListJobs } from '../bookings/waitingList/jobs.ts';

const DAY_MS = 86_400_000;
const OVERDUE_MS = 5 * 60_000;

interface DatabaseMetric {
  readonly help: string;
  readonly query: (now: EpochMs) => ReturnType<typeof sql>;
}

const instant = (ms: number) => sql`${new Date(ms)}::timestamptz`;
const ageOf = (oldest: ReturnType<typeof sql>, now: EpochMs) =>
  sql`coalesce(extract(epoch from ${instant(now)} - ${oldest}), 0)::integer`;

/** Each metric is read with an index, so that its cost does not grow with the age of the tables. */
const metricsByName: Record<string, DatabaseMetric> = {
  litrooms_holds: {
    help: 'Bookings that are held during an open payment.',
    query: () => sql`select count(*) from booking where status in ('held', 'moving')`,
  },
  litrooms_held_share: {
    help: 'The part of the open hours of the coming 30 days that is held and not paid, 0 to 1.',
    query: (now) => sql`select ${unpaidSlots(now)} / greatest(${openSlots(now)}, 1)::float8`,
  },
  litrooms_refunds_due: {
    help: 'Refunds that the provider has not processed yet.',
    query: () => sql`select count(*) from refund where status <> 'processed'`,
  },
  litrooms_oldest_refund_needing_person_seconds: {
    help: 'How long the oldest refund that the provider refuses has waited for a member of staff.',
    query: (now) =>
      sql`select ${ageOf(sql`min(needs_person_since)`, now)} from refund where status = 'needs_person'`,
  },
  litrooms_disputes_open: {
    help: 'Disputes that are not decided.',
    query: () => sql`select count(*) from dispute where status in ('open', 'under_review')`,
  },
  litrooms_refunds_failed: {
    help: 'Refunds that the provider accepted and then failed, and that are still not processed.',
    query: () => sql`select count(*) from refund where status <> 'processed' and failures > 0`,
  },
  litrooms_oldest_refund_seconds: {
    help: 'How long the oldest unprocessed refund has been due.',
    query: (now) => sql`select ${ageOf(sql`min(due_since)`, now)} from refund where ${isInProgress}`,
  },
  litrooms_backup_age_seconds: {
    help: 'How long ago the last backup was made; without one, how long ago the database was created.',
    query: (now) => sql`select extract(epoch from ${instant(now)} - coalesce(
      (select max(made_at) from backup), (select min(timestamp)::timestamptz from kysely_migration)))::float8`,
  },
  litrooms_database_sessions_share: {
    help: 'The share of the connections that PostgreSQL allows (max_connections) that are in use, by all programs.',
    query: () => sql`select count(*)::float8 / current_setting('max_connections')::int
      from pg_stat_activity where usesysid is not null`,
  },
  litrooms_letters_waiting: {
    help: 'Emails that are waiting to be sent.',
    query: () => sql`select count(*) from letter where state = 'due'`,
  },
  litrooms_letters_overdue: {
    help: 'Emails with three or more attempts, or overdue by five minutes.',
    query: (now) => sql`select count(*) from letter where state = 'due'
      and (attempts > 2 or due_at < ${instant(now - OVERDUE_MS)})`,
  },
  litrooms_letters_failed: {
    help: 'Emails of the last day that were refused or have expired.',
    query: (now) => sql`select count(*) from letter where state in ('refused', 'expired')
      and created_at > ${instant(now - DAY_MS)}`,
  },
  litrooms_papers_waiting: {
    help: 'Invoices and credit notes that are waiting to be issued.',
    query: () => sql`select count(*) from paper_due where next_try_at is not null`,
  },
  litrooms_papers_failing: {
    help: 'Invoices and credit notes that could not be issued in three or more attempts.',
    query: () => sql`select count(*) from paper_due where next_try_at is not null and attempts > 2`,
  },
  litrooms_papers_paused_seconds: {
    help: 'How long tax documents have waited for their next numbers after a restore; 0 when they do not.',
    query: (now) => sql`select ${ageOf(sql`min(since)`, now)} from paper_pause`,
  },
  litrooms_checks_overdue: {
    help: 'Orders whose check at the provider is overdue by five minutes.',
    query: (now) =>
      sql`select count(*) from payment_order where next_check_at < ${instant(now - OVERDUE_MS)}`,
  },
  litrooms_oldest_unresolved_order_seconds: {
    help: 'How long the oldest order of a held booking has been open, without payment links, which are valid for hours.',
    query: (now) => sql`select ${ageOf(sql`min(o.created_at)`, now)}
      from payment_order o join booking b on b.id = o.booking_id
      where b.status in ('held', 'moving') and o.order_id not like 'plink\\_%'`,
  },
};

/** By the label of their metrics. */
const queues: Record<string, (now: EpochMs) => Pick<JobTable<never>, 'name' | 'due' | 'condition'>> = {
  orders: () => orderJobs,
  refunds: () => refundJobs,
  provider: () => sweepJobs,
  letters: () => emailJobs,
  papers: () => taxDocumentJobs,
  companies: () => companyJobs,
  waitlist: waitingListJobs,
};

/** All states of payments, so that the metric always has all its time series. */
const PAYMENT_STATES = ['created', 'authorized', 'captured', 'failed', 'refunded'] as const;

const readMetrics = async (database: Database, now: EpochMs): Promise<Record<string, number>> => {
  const columns = Object.entries(metricsByName).map(
    ([name, { query }]) => sql`(${query(now)}) as ${sql.id(name)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(database);
  return rows[0] ?? {};
};

/** For each queue, how long its oldest job has been due without running, in seconds; leased jobs are not due. */
const readOverdue = async (database: Database, now: EpochMs): Promise<Record<string, number>> => {
  const columns = Object.entries(queues).map(([queue, table]) => {
    const { name, due, condition = sql`true` } = table(now);
    const oldest = sql`min(${sql.ref(due)})`;
    return sql`(select ${ageOf(oldest, now)} from ${sql.table(name)}
      where ${condition} and ${sql.ref(due)} <= ${instant(now)}) as ${sql.id(queue)}`;
  });
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(database);
  return rows[0] ?? {};
};

/** Payments of the last day by state. */
const readPayments = async (database: Database, now: EpochMs): Promise<Record<string, number>> => {
  const rows = await database
    .selectFrom('payment')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('recorded_at', '>', new Date(now - DAY_MS))
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

/**
 * The current state of holds, payments, refunds, emails, tax documents and jobs in Prometheus's text format; the same on every
 * server process. While the database is unavailable, `litrooms_database_up` is 0 and the other metrics are absent.
 */
export async function databaseMetrics(database: Database, now: EpochMs): Promise<string> {
  const registers = [new Registry()];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge('litrooms_database_up', 'Whether the metrics could be read from the database.');
  try {
    const [found, overdue, payments] = await Promise.all([
      readMetrics(database, now),
      readOverdue(database, now),
      readPayments(database, now),
    ]);
    for (const [name, { help }] of Object.entries(metricsByName)) gauge(name, help).set(found[name] ?? 0);
    const jobs = gauge(
      'litrooms_job_overdue_seconds',
      'How long the oldest job of a queue has been due without running.',
      ['queue'],
    );
    for (const queue of Object.keys(queues)) jobs.set({ queue }, overdue[queue] ?? 0);
    const states = gauge('litrooms_payments', 'Payments of the last day by current state.', ['state']);
    for (const state of PAYMENT_STATES) states.set({ state }, payments[state] ?? 0);
    up.set(1);
  } catch {
    up.set(0);
  }
  const diskFull = gauge(
    'litrooms_database_disk_full',
    'Whether the disk of the database has no space left.',
  );
  diskFull.set(
    await checkDiskSpace(database).then(
      () => 0,
      (error: unknown) => (isDiskFull(error) ? 1 : 0),
    ),
  );
  return (registers[0] as Registry).metrics();
}
