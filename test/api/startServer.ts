import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app.ts';
import { availabilityEvents } from '../../server/slots/availabilityEvents.ts';
import { readConfig, type Config } from '../../server/platform/config/config.ts';
import type { LogDestination } from '../../server/platform/http/log.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { Standby } from '../../server/platform/database/connection/standby.ts';
import type { PaymentGateway } from '../../server/payments/provider/gateway.ts';
import type { PrintEach } from '../../server/invoices/pdf/printTaxDocuments.ts';
import type { OperatorLog, PaymentDeps } from '../../server/payments/deps.ts';
import type { SandboxControls } from '../../tools/sandbox/controls.ts';
import type { PageRenderer } from '../../server/site/pageRenderer.ts';
import { closedGateway } from './closedGateway.ts';
import { refuseUndocumentedErrors } from './documentedErrors.ts';
import { migrateAndSeed } from './emptyDatabase.ts';
import { seededDatabase } from './seededDatabase.ts';
import { TIMEOUT_FACTOR } from './timeoutFactor.ts';

/** Friday 21 November 2025, 10:10 in Chennai: 21 slots of the day have started. */
export const START = Date.parse('2025-11-21T04:40:00Z');

export interface TestServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly config: Config;
  /** Tests set it. */
  readonly clock: { now: number };
  /** For tests without a request; their log is in `logged`. */
  readonly payments: PaymentDeps;
  /** What `payments` has logged. */
  readonly logged: LogEntry[];
  /** Set when the sandbox processes the payments; a test sends its webhooks. */
  readonly sandbox: SandboxControls | undefined;
  close(): Promise<void>;
}

/** A log line. */
export interface LogEntry {
  readonly level: 'warn' | 'error';
  readonly details: object;
  readonly message: string;
}

interface ServerOptions {
  /** Environment variables of the server. */
  readonly env: NodeJS.ProcessEnv;
  /** Closed with the server; by default a new one on the PostgreSQL server of the test run. */
  readonly database: OpenDatabase;
  /** Reads from a standby of the database. */
  readonly standby: (database: Database) => Standby;
  readonly gateway: PaymentGateway;
  /** Folder of a built site; only the API is served without it. */
  readonly siteRoot: string;
  /** Renders its pages again when their content has changed. */
  readonly renderer: PageRenderer;
  /** Prints the documents of a month. */
  readonly printEach: PrintEach;
  /** Receives the log lines of the LOG_LEVEL in `env`. */
  readonly logTo: LogDestination;
}

/** Starts the real application with seeded data on a free port. Rate limits are disabled unless `env` sets them. */
export async function startServer({
  env = {},
  database,
  standby,
  gateway = closedGateway,
  siteRoot = 'no-site',
  renderer,
  printEach,
  logTo,
}: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-'));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    TIMEOUT_FACTOR: String(TIMEOUT_FACTOR),
    DATA_DIR: dataDir,
    RATE_LIMIT_LOGIN: '100000',
    RATE_LIMIT_REGISTER: '100000',
    RATE_LIMIT_ENQUIRE: '100000',
    RATE_LIMIT_RESET: '100000',
    RATE_LIMIT_EXPORT: '100000',
    RATE_LIMIT_ORDER: '100000',
    RATE_LIMIT_SERIES: '100000',
    UNPAID_HOURS_NETWORK: '100000',
    ...env,
  });
  const clock = { now: START };
  const now = () => clock.now;
  const open = database ?? (await seededDatabase(clock.now));
  if (database) await migrateAndSeed(database, clock.now);

  const app = await buildApp({
    config,
    database: open.database,
    standby: standby?.(open.database),
    gateway,
    now,
    siteRoot: resolve(siteRoot),
    renderer,
    printEach,
    logTo,
    availabilityEvents: await availabilityEvents(open.listen),
    beforeRoutes: refuseUndocumentedErrors,
  });
  const logged: LogEntry[] = [];
  const log: OperatorLog = {
    warn: (details, message) => void logged.push({ level: 'warn', details, message }),
    error: (details, message) => void logged.push({ level: 'error', details, message }),
  };
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    app,
    database: open.database,
    config,
    clock,
    payments: { database: open.database, gateway, now, log },
    logged,
    sandbox: app.sandbox,
    async close() {
      await app.close();
      await open.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
