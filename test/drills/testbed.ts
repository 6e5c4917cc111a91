import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { startServerProcess } from '../../scripts/serverProcess.ts';
import { accessTokens } from '../../server/account/session/accessTokens.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { createRacers, type Racer } from '../races/race.ts';
import { startLoad, type AcknowledgedBooking, type Load, type Target } from './visitors/load.ts';
import { networkTo, type Network } from './network/network.ts';
import type { PricedRoom } from './visitors/payers.ts';
import { startPgBouncer, type PgBouncer } from './network/pgBouncer.ts';
import { startReverseProxy } from './network/reverseProxy.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const MEMBERS = 8;
/** Half-points of each member of `createRacers`. */
export const POINTS = 1_000_000;

export interface TestbedOptions {
  /** By default 2. */
  readonly servers?: number;
  /** Parent folder of the database's data. */
  readonly parent?: string;
  readonly settings?: Record<string, string | number>;
  /** Whether the servers use the database through a network that can be interrupted. */
  readonly network?: boolean;
  /** Whether the drill uses the database through that network too, which can redirect it to another database. */
  readonly openThroughNetwork?: boolean;
  /** Whether the servers read from a standby, through a separate network that can be interrupted. */
  readonly readStandby?: boolean;
  /** Whether PgBouncer is between the servers and the database. */
  readonly pgBouncer?: boolean;
  /** Whether visitors use a proxy in front of the servers. */
  readonly proxy?: boolean;
  /** Customers who pay by card. */
  readonly payers?: number;
  /** Further environment variables of the servers. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the servers run the build, which starts faster than the sources. */
  readonly built?: boolean;
  /** The clock of each server is ahead by this much, in milliseconds. */
  readonly clocksAhead?: readonly number[];
}

/** A server process of the site. It can be killed and restarted. */
export class SiteServer implements Target {
  url = '';
  /** Its output, also from before it is ready. */
  output = '';
  readonly #env: NodeJS.ProcessEnv;
  #process: Awaited<ReturnType<typeof startServerProcess>> | null = null;

  readonly #args: readonly string[];

  constructor(env: NodeJS.ProcessEnv, isBuilt = false) {
    this.#env = env;
    this.#args = isBuilt
      ? [join('dist-server', 'main.js')]
      : [join('scripts', 'from-source.mjs'), 'server/main.ts'];
  }

  async start(): Promise<void> {
    this.#process = await startServerProcess({
      args: () => [...this.#args],
      // A restarted server has the same address.
      env: { ...this.#env, ...(this.url !== '' && { PORT: new URL(this.url).port }) },
      onOutput: (text) => (this.output += text),
    });
    this.url = this.#process.url;
  }
  /** Its process id. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }
  /** True when the process has ended without being stopped. */
  get crashed(): boolean {
    return this.#process?.hasEnded() ?? false;
  }
  async kill(): Promise<void> {
    await this.#process?.kill();
  }
  async stop(): Promise<void> {
    await this.#process?.stop();
  }
}

/** A database, its servers and their visitors. */
export interface Testbed {
  readonly postgres: Postgres;
  /** Without the network by default. */
  readonly open: OpenDatabase;
  readonly network: Network | null;
  readonly pgBouncer: PgBouncer | null;
  /** The servers read from it. */
  readonly readStandby: { readonly postgres: Postgres; readonly network: Network } | null;
  readonly servers: readonly SiteServer[];
  /** The servers, or the proxy in front of them. */
  readonly targets: readonly Target[];
  readonly members: readonly Racer[];
  /** Customers who pay by card. */
  readonly payers: readonly Racer[];
  readonly pricedRooms: readonly PricedRoom[];
  readonly firstDay: string;
  /** Confirmed bookings of others than the load's visitors. */
  readonly acknowledged: readonly AcknowledgedBooking[];
  recordAcknowledged(bookings: readonly AcknowledgedBooking[]): void;
  startLoad(): Load;
  close(): Promise<void>;
}

/** Booked by the drills. */
const firstDay = addDays(dateAt(Date.now()), 2);

/** Starts PostgreSQL and the servers as separate processes. */
export async function startTestbed(options: TestbedOptions = {}): Promise<Testbed> {
  const { servers: count = 2, parent, settings, clocksAhead = [], payers: payerCount = 0 } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-drills-'));
  const postgres = await startPostgres({ ...(parent && { parent }), ...(settings && { settings }) });
  const network = options.network ? await networkTo(postgres.url) : null;
  const pgBouncer = options.pgBouncer ? await startPgBouncer(postgres.url) : null;
  const standby = options.readStandby ? await startPostgres({ standbyOf: postgres.url }) : null;
  const readStandby = standby && { postgres: standby, network: await networkTo(standby.url) };
  const env = (ahead: number): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: network?.url ?? pgBouncer?.url ?? postgres.url,
    ...(readStandby && { READ_DATABASE_URL: readStandby.network.url }),
    DATA_DIR: dataDir,
    // The payers create orders without a delay.
    RATE_LIMIT_ORDER: '1000000',
    UNPAID_HOURS_NETWORK: '100000',
    ...secrets,
    ...options.env,
    ...(ahead > 0 && {
      CLOCK_AHEAD_MS: String(ahead),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clockAhead.mjs')}`,
    }),
  });
  const secrets = {
    ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
    REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
    ACCESS_TOKEN_MINUTES: '1440',
  };
  const servers = Array.from(
    { length: count },
    (_, n) => new SiteServer(env(clocksAhead[n] ?? 0), options.built),
  );
  // The first server creates the tables, rooms and secrets for the others.
  for (const server of servers) await server.start();

  const databaseUrl = options.openThroughNetwork && network ? network.url : postgres.url;
  const open = await openDatabase({ databaseUrl, dataDir });
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', ...secrets });
  const urls = servers.map(({ url }) => url);
  const racers = await createRacers(open.database, accessTokens(config, Date.now), urls, {
    count: MEMBERS + payerCount,
    rounds: 1,
  });
  const members = racers.slice(0, MEMBERS);
  const rows = await open.database
    .selectFrom('room')
    .select(['id', 'price_per_hour_paise'])
    .orderBy('id')
    .execute();
  const rooms = rows.map(({ id }) => id);
  const acknowledged: AcknowledgedBooking[] = [];
  const proxy = options.proxy ? await startReverseProxy(servers) : null;
  const targets: readonly Target[] = proxy ? [proxy] : servers;
  return {
    postgres,
    open,
    network,
    pgBouncer,
    readStandby,
    servers,
    targets,
    members,
    payers: racers.slice(MEMBERS),
    pricedRooms: rows.map(({ id, price_per_hour_paise }) => ({
      id,
      pricePerHourPaise: price_per_hour_paise,
    })),
    firstDay,
    acknowledged,
    recordAcknowledged: (bookings) => void acknowledged.push(...bookings),
    startLoad: () => startLoad({ targets, members, rooms, firstDay }),
    async close() {
      await proxy?.close();
      for (const server of servers) await server.stop();
      await open.close();
      await network?.close();
      await pgBouncer?.close();
      await readStandby?.network.close();
      await readStandby?.postgres.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
