import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { poolState } from '../platform/database/connection/pool.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Standby } from '../platform/database/connection/standby.ts';
import type { WebhookCounts } from '../payments/routes/routes.ts';
import { databaseMetrics } from './databaseMetrics.ts';

/** Upper bounds in seconds; every request gets a response within ten. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface MetricsDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly webhookCounts: WebhookCounts;
  /** Live views that are open on this process. */
  readonly liveViewers: () => number;
  readonly standby?: Standby | undefined;
}

/** Of one server process. */
export interface Metrics {
  /** Media type of `text()`. */
  readonly contentType: string;
  /** Records a request after its response; `route` is its pattern, which contains no ids. */
  observeRequest(request: { method: string; route: string; status: number }, seconds: number): void;
  /** All metrics, of the process and of the database, in Prometheus's text format. */
  text(): Promise<string>;
}

/** Registers the metrics of a standby, which exist only on a server with a standby. */
function collectStandby(standby: Standby, registers: Registry[]): void {
  const inUse = new Gauge({
    name: 'litrooms_standby_read',
    help: 'Whether this process reads from the standby.',
    registers,
    collect() {
      this.set(standby.state().isInUse ? 1 : 0);
    },
  });
  const lag = new Gauge({
    name: 'litrooms_standby_lag_seconds',
    help: 'The maximum age of the data on the standby.',
    registers,
    collect() {
      this.set(standby.state().lagSeconds);
    },
  });
  const reads = new Counter({
    name: 'litrooms_reads_total',
    help: 'Reads that may use a standby, by the database that served them.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset();
      for (const [source, count] of Object.entries(standby.state().reads)) this.inc({ source }, count);
    },
  });
  void [inUse, lag, reads];
}

/**
 * Registers the metrics of this process: requests, connections, live views, webhook deliveries, memory, garbage collection and the
 * delay of the event loop.
 */
export function createMetrics({ database, now, webhookCounts, liveViewers, standby }: MetricsDeps): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'litrooms_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, without live views.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const connections = new Gauge({
    name: 'litrooms_database_connections',
    help: "The pool's idle and busy database connections, and the calls that wait for a connection.",
    labelNames: ['state'],
    registers,
    collect() {
      const { idle, busy, waiting } = poolState(database);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const viewers = new Gauge({
    name: 'litrooms_live_viewers',
    help: 'Open live views of availability on this process.',
    registers,
    collect() {
      this.set(liveViewers());
    },
  });
  const deliveries = new Counter({
    name: 'litrooms_webhook_deliveries_total',
    help: 'Deliveries of the payment webhook by outcome.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of webhookCounts) this.inc({ outcome }, count);
    },
  });
  void [connections, viewers, deliveries];
  if (standby) collectStandby(standby, registers);

  return {
    contentType: register.contentType,
    observeRequest: (labels, seconds) => durations.observe(labels, seconds),
    async text() {
      return [await register.metrics(), await databaseMetrics(database, now())].join('\n');
    },
  };
}
