import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../database/schema.ts';
import type { JobTable } from '../jobs/lease.ts';
import { letterJobs } from '../letters/sendLetters.ts';
import { paperJobs } from '../papers/issuePapers.ts';
import { orderJobs } from '../payments/checkOrders.ts';
import { refundJobs } from '../payments/processRefunds.ts';
import { waitlistJobs } from '../waitlist/jobs.ts';

const DAY_MS = 86_400_000;
const LATE_MS = 5 * 60_000;

interface Figure {
  readonly help: string;
  /** A scalar query. */
  readonly count: (now: number) => ReturnType<typeof sql>;
}

const instant = (ms: number) => sql`${new Date(ms)}::timestamptz`;
const ageOf = (oldest: ReturnType<typeof sql>, now: number) =>
  sql`coalesce(extract(epoch from ${instant(now)} - ${oldest}), 0)::integer`;

/** Every figure is found by an index of its own table, so that reading them costs the same however old the tables are. */
const figures: Record<string, Figure> = {
  litrooms_holds: {
    help: 'Bookings that are held while their payment is open.',
    count: () => sql`select count(*) from booking where status in ('held', 'moving')`,
  },
  litrooms_refunds_due: {
    help: 'Refunds that the provider has not processed yet.',
    count: () => sql`select count(*) from refund where status <> 'processed'`,
  },
  litrooms_refunds_failed: {
    help: 'Refunds that the provider accepted and then failed, and that are not processed since.',
    count: () => sql`select count(*) from refund where status <> 'processed' and failures > 0`,
  },
  litrooms_oldest_refund_seconds: {
    help: 'How long the oldest refund that is not processed has been due.',
    count: (now) => sql`select ${ageOf(sql`min(due_since)`, now)} from refund where status <> 'processed'`,
  },
  litrooms_letters_waiting: {
    help: 'Letters that are to be sent.',
    count: () => sql`select count(*) from letter where state = 'due'`,
  },
  litrooms_letters_overdue: {
    help: 'Letters that were tried three times, or should have been sent five minutes ago.',
    count: (now) => sql`select count(*) from letter where state = 'due'
      and (attempts > 2 or due_at < ${instant(now - LATE_MS)})`,
  },
  litrooms_letters_failed: {
    help: 'Letters of the last day that were refused or expired.',
    count: (now) => sql`select count(*) from letter where state in ('refused', 'expired')
      and created_at > ${instant(now - DAY_MS)}`,
  },
  litrooms_papers_waiting: {
    help: 'Invoices and credit notes that are to be issued.',
    count: () => sql`select count(*) from paper_due where next_try_at is not null`,
  },
  litrooms_papers_failing: {
    help: 'Invoices and credit notes that could not be issued three times.',
    count: () => sql`select count(*) from paper_due where next_try_at is not null and attempts > 2`,
  },
  litrooms_checks_overdue: {
    help: 'Orders that the provider should have been asked about five minutes ago.',
    count: (now) => sql`select count(*) from payment_order where next_check_at < ${instant(now - LATE_MS)}`,
  },
  litrooms_oldest_unresolved_order_seconds: {
    help: 'How long the oldest order of a held booking has been open; payment links, which live for hours, do not count.',
    count: (now) => sql`select ${ageOf(sql`min(o.created_at)`, now)}
      from payment_order o join booking b on b.id = o.booking_id
      where b.status in ('held', 'moving') and o.order_id not like 'plink\\_%'`,
  },
};

/** The queues of jobs, each by the name that its figures have. */
const queues: Record<string, (now: number) => Pick<JobTable<never>, 'name' | 'due' | 'condition'>> = {
  orders: () => orderJobs,
  refunds: () => refundJobs,
  letters: () => letterJobs,
  papers: () => paperJobs,
  waitlist: waitlistJobs,
};

/** The states of payments that may occur, so that a series does not come and go. */
const PAYMENT_STATES = ['created', 'authorized', 'captured', 'failed', 'refunded'] as const;

const readFigures = async (database: Database, now: number): Promise<Record<string, number>> => {
  const columns = Object.entries(figures).map(([name, { count }]) => sql`(${count(now)}) as ${sql.id(name)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(database);
  return rows[0] ?? {};
};

/** For each queue, how long its oldest job has been due without a server that runs it, in seconds; leased ones are not due. */
const readOverdue = async (database: Database, now: number): Promise<Record<string, number>> => {
  const columns = Object.entries(queues).map(([queue, table]) => {
    const { name, due, condition = sql`true` } = table(now);
    const oldest = sql`min(${sql.ref(due)})`;
    return sql`(select ${ageOf(oldest, now)} from ${sql.table(name)}
      where ${condition} and ${sql.ref(due)} <= ${instant(now)}) as ${sql.id(queue)}`;
  });
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(database);
  return rows[0] ?? {};
};

/** The payments of the last day by state. */
const readPayments = async (database: Database, now: number): Promise<Record<string, number>> => {
  const rows = await database
    .selectFrom('payment')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('recorded_at', '>', new Date(now - DAY_MS))
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

/**
 * The present state of holds, payments, refunds, letters, papers and jobs in Prometheus's text format; the same on every server
 * process. `now`: milliseconds since 1970. While the database cannot be read, `litrooms_database_up` is 0 and the others are absent.
 */
export async function databaseFigures(database: Database, now: number): Promise<string> {
  const registers = [new Registry()];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge('litrooms_database_up', 'Whether the figures of the database could be read.');
  try {
    const [found, overdue, payments] = await Promise.all([
      readFigures(database, now),
      readOverdue(database, now),
      readPayments(database, now),
    ]);
    for (const [name, { help }] of Object.entries(figures)) gauge(name, help).set(found[name] ?? 0);
    const jobs = gauge(
      'litrooms_job_overdue_seconds',
      'How long the oldest job of a queue has been due without a server that runs it.',
      ['queue'],
    );
    for (const queue of Object.keys(queues)) jobs.set({ queue }, overdue[queue] ?? 0);
    const states = gauge('litrooms_payments', 'Payments of the last day by their present state.', ['state']);
    for (const state of PAYMENT_STATES) states.set({ state }, payments[state] ?? 0);
    up.set(1);
  } catch {
    up.set(0);
  }
  return (registers[0] as Registry).metrics();
}
