import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dateAt } from '../../domain/calendar.ts';
import { startPostgres } from '../../scripts/postgres.mjs';
import { startServerProcess } from '../../scripts/serverProcess.mjs';
import { accessTokens } from '../../server/accounts/accessTokens.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open.ts';
import { contenders, type Contender } from '../races/contest.ts';
import { startLoad, type Acknowledged, type Load, type Target } from './load.ts';
import { networkTo, type Network } from './network.ts';
import type { PricedRoom } from './payers.ts';
import { pgBouncerTo, type PgBouncer } from './pgBouncer.ts';
import { reverseProxyTo } from './reverseProxy.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const MEMBERS = 8;
/** What `contenders` gives each member. */
export const POINTS = 1_000_000;

/** How a drill's stage differs from the usual one. */
export interface StageOptions {
  /** How many servers there are; two without. */
  readonly servers?: number;
  /** The folder for the database's data. */
  readonly parent?: string;
  readonly settings?: Record<string, string | number>;
  /** Whether the servers reach the database through a network that can be cut. */
  readonly network?: boolean;
  /** Whether the drill itself reaches the database through that network too, which may lead it to another one. */
  readonly openThroughNetwork?: boolean;
  /** Whether the servers read from a standby, through a network of its own that can be cut. */
  readonly readStandby?: boolean;
  /** Whether PgBouncer is between the servers and the database. */
  readonly pgBouncer?: boolean;
  /** Whether visitors are on a proxy in front of the servers. */
  readonly proxy?: boolean;
  /** How many customers there are who pay by card. */
  readonly payers?: number;
  /** What else the environment of the servers says. */
  readonly env?: NodeJS.ProcessEnv;
  /** How far the clock of each server is ahead, in milliseconds. */
  readonly clocksAhead?: readonly number[];
}

/** A server process of the site that can be ended and started again. */
export class SiteServer implements Target {
  url = '';
  /** What it has written, also before it is ready. */
  output = '';
  readonly #env: NodeJS.ProcessEnv;
  #process: Awaited<ReturnType<typeof startServerProcess>> | null = null;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  async start(): Promise<void> {
    this.#process = await startServerProcess({
      args: () => [join('scripts', 'from-source.mjs'), 'server/main.ts'],
      env: this.#env,
      onOutput: (text) => (this.output += text),
    });
    this.url = this.#process.url;
  }
  /** The id of its process. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }
  /** True when the process ended by itself. */
  get died(): boolean {
    return this.#process?.hasEnded() ?? false;
  }
  async kill(): Promise<void> {
    await this.#process?.kill();
  }
  async stop(): Promise<void> {
    await this.#process?.stop();
  }
}

/** A database, two servers on it, and the visitors who are on them. */
export interface Stage {
  readonly postgres: Postgres;
  /** The database, past the network. */
  readonly open: OpenDatabase;
  readonly network: Network | null;
  readonly pgBouncer: PgBouncer | null;
  /** The standby that the servers read from, and the network to it. */
  readonly readStandby: { readonly postgres: Postgres; readonly network: Network } | null;
  readonly servers: readonly SiteServer[];
  /** What visitors ask: the servers, or the proxy in front of them. */
  readonly targets: readonly Target[];
  readonly members: readonly Contender[];
  /** Those who pay by card. */
  readonly payers: readonly Contender[];
  readonly pricedRooms: readonly PricedRoom[];
  readonly firstDay: string;
  /** Bookings that were acknowledged to others than the load's visitors. */
  readonly acknowledged: readonly Acknowledged[];
  acknowledge(bookings: readonly Acknowledged[]): void;
  startLoad(): Load;
  close(): Promise<void>;
}

/** The days that a drill books begin here. */
const firstDay = addDays(dateAt(Date.now()), 2);

/** Starts PostgreSQL and the servers as processes of their own. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { servers: count = 2, parent, settings, clocksAhead = [], payers: payerCount = 0 } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-drills-'));
  const postgres = await startPostgres({ ...(parent && { parent }), ...(settings && { settings }) });
  const network = options.network ? await networkTo(postgres.url) : null;
  const pgBouncer = options.pgBouncer ? await pgBouncerTo(postgres.url) : null;
  const standby = options.readStandby ? await startPostgres({ standbyOf: postgres.url }) : null;
  const readStandby = standby && { postgres: standby, network: await networkTo(standby.url) };
  const env = (ahead: number): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: network?.url ?? pgBouncer?.url ?? postgres.url,
    ...(readStandby && { READ_DATABASE_URL: readStandby.network.url }),
    DATA_DIR: dataDir,
    // Payers order without a pause.
    RATE_LIMIT_ORDER: '1000000',
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
  const servers = Array.from({ length: count }, (_, n) => new SiteServer(env(clocksAhead[n] ?? 0)));
  // One after the other: the first makes the tables, the rooms and the secrets that the second finds.
  for (const server of servers) await server.start();

  const databaseUrl = options.openThroughNetwork && network ? network.url : postgres.url;
  const open = await openDatabase({ databaseUrl, dataDir });
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', ...secrets });
  const urls = servers.map(({ url }) => url);
  const everybody = await contenders(open.database, accessTokens(config, Date.now), urls, {
    count: MEMBERS + payerCount,
    rounds: 1,
  });
  const members = everybody.slice(0, MEMBERS);
  const rows = await open.database
    .selectFrom('room')
    .select(['id', 'price_per_hour_paise'])
    .orderBy('id')
    .execute();
  const rooms = rows.map(({ id }) => id);
  const acknowledged: Acknowledged[] = [];
  const proxy = options.proxy ? await reverseProxyTo(servers) : null;
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
    payers: everybody.slice(MEMBERS),
    pricedRooms: rows.map(({ id, price_per_hour_paise }) => ({
      id,
      pricePerHourPaise: price_per_hour_paise,
    })),
    firstDay,
    acknowledged,
    acknowledge: (bookings) => void acknowledged.push(...bookings),
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
