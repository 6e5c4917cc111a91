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
import { startLoad, type Load, type Target } from './load.ts';
import { networkTo, type Network } from './network.ts';

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
  readonly servers: readonly SiteServer[];
  readonly members: readonly Contender[];
  readonly firstDay: string;
  startLoad(): Load;
  close(): Promise<void>;
}

/** The days that a drill books begin here. */
const firstDay = addDays(dateAt(Date.now()), 2);

/** Starts PostgreSQL and the servers as processes of their own. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { servers: count = 2, parent, settings, clocksAhead = [] } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-drills-'));
  const postgres = await startPostgres({ ...(parent && { parent }), ...(settings && { settings }) });
  const network = options.network ? await networkTo(postgres.url) : null;
  const env = (ahead: number): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: network?.url ?? postgres.url,
    DATA_DIR: dataDir,
    ...secrets,
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

  const open = await openDatabase({ databaseUrl: postgres.url, dataDir });
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', ...secrets });
  const urls = servers.map(({ url }) => url);
  const members = await contenders(open.database, accessTokens(config, Date.now), urls, {
    count: MEMBERS,
    rounds: 1,
  });
  const rooms = (await open.database.selectFrom('room').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  return {
    postgres,
    open,
    network,
    servers,
    members,
    firstDay,
    startLoad: () => startLoad({ targets: servers, members, rooms, firstDay }),
    async close() {
      for (const server of servers) await server.stop();
      await open.close();
      await network?.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
