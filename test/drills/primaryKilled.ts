import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs';
import { backUp } from '../../server/backup/backup.ts';
import type { Drill } from './drill.ts';
import { startPayers } from './payers.ts';
import { countMoney } from './money.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** How long visitors book on a primary that waits for its standby, in milliseconds. */
const SYNCHRONOUS_MS = 3_000;
/** How long nobody is primary, in milliseconds: somebody has to notice and decide. */
const WITHOUT_MS = 1_000;

/** Connects to one PostgreSQL, past the network, as its superuser. */
async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A standby of a primary, which from now on acknowledges a commit only when the standby has it on its disk. */
async function withStandby(primary: Postgres): Promise<Postgres> {
  const standby = await startPostgres({ standbyOf: primary.url });
  await asSuperuser(primary.url, async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query('select pg_reload_conf()');
    for (;;) {
      const { rows } = await client.query<{ sync_state: string }>(
        'select sync_state from pg_stat_replication',
      );
      if (rows.some(({ sync_state }) => sync_state === 'sync')) return;
      await delay(50);
    }
  });
  return standby;
}

/** Reports may read the standby: it is backed up while it follows, and shows what was committed a moment ago. */
async function readStandby({ url: databaseUrl }: Postgres, round: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'litrooms-standby-'));
  try {
    await backUp({ databaseUrl, dataDir: root }, join(root, 'backup'), new Date());
    await asSuperuser(databaseUrl, async (client) => {
      const { rows } = await client.query<{ ms: string }>(
        'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 as ms',
      );
      const behind = Number(rows[0]?.ms).toFixed(0);
      console.log(
        `  round ${round + 1}: the standby was backed up, and shows what was committed ${behind} ms ago`,
      );
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

let promoted: Postgres | null = null;

/**
 * The primary is killed while visitors book with points and by card, and its synchronous standby is promoted. Every booking and
 * every rupee is counted.
 */
export const primaryKilled: Drill = {
  name: 'primary killed, standby promoted',
  skip: () =>
    existsSync(join(findPostgres().folder, 'pg_basebackup')) &&
    spawnSync('pg_dump', ['--version']).status === 0
      ? null
      : 'pg_basebackup or pg_dump is not on this machine',
  prepare: () => ({
    options: { network: true, openThroughNetwork: true, payers: 4 },
    async done() {
      await promoted?.stop();
      promoted = null;
    },
  }),
  async trouble(stage, _load, round) {
    const { network, payers, pricedRooms, servers, firstDay, open } = stage;
    if (!network) throw new Error('the drill needs a network');
    const primary = promoted ?? stage.postgres;
    const standby = await withStandby(primary);
    const paying = startPayers({ targets: servers, payers, rooms: pricedRooms, firstDay });
    await delay(SYNCHRONOUS_MS);

    await readStandby(standby, round);
    await primary.end('SIGKILL');
    await delay(WITHOUT_MS);
    await asSuperuser(standby.url, async (client) => {
      await client.query('select pg_promote()');
    });
    network.redirectTo(standby.url);
    promoted = standby;
    await primary.stop();

    // Payers too are served by the new primary.
    await delay(SYNCHRONOUS_MS);
    await paying.stop();
    const { captured, kept, refunded, lost, unknown } = await countMoney(open.database, paying.paid);
    const rupees = (paise: number) => (paise / 100).toFixed(2);
    console.log(
      `  round ${round + 1}: ${paying.confirmed.length} bookings confirmed by card; ₹ ${rupees(captured)} captured = ₹ ${rupees(kept)} kept + ` +
        `₹ ${rupees(refunded)} refunded; lost rupees ${rupees(lost)}`,
    );
    stage.acknowledge(paying.confirmed);
    return [
      ...(lost === 0 ? [] : [`${rupees(lost)} rupees are lost`]),
      ...(unknown === 0 ? [] : [`${unknown} payments that were shown as made are lost`]),
      ...(paying.paid.length > 0 ? [] : ['nobody paid']),
    ];
  },
};
