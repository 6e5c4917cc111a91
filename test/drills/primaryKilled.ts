import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { addDays } from '../../domain/time/calendar.ts';
import { findPostgres, startPostgres } from '../../scripts/postgres.ts';
import { backUp } from '../../server/backup/backup.ts';
import type { Drill } from './drill.ts';
import { startPayers } from './visitors/payers.ts';
import { settledPaymentTotals } from './visitors/paymentTotals.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Bookings with synchronous replication. */
const SYNCHRONOUS_MS = 3_000;
/** Payers without a payment within this time do not work. */
const FIRST_PAYMENT_TIMEOUT_MS = 60_000;
/** An operator has to notice the failure and decide. */
const WITHOUT_PRIMARY_MS = 1_000;

/** Connects to PostgreSQL as its superuser, bypassing the network. */
async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Starts a standby of a primary and makes the replication synchronous: a commit then waits for the standby's disk. */
async function startSynchronousStandby(primary: Postgres): Promise<Postgres> {
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

/** Backs the standby up during replication, and prints its lag. */
async function backUpStandby({ url: databaseUrl }: Postgres, round: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'litrooms-standby-'));
  try {
    await backUp({ databaseUrl, dataDir: root }, join(root, 'backup'), new Date());
    await asSuperuser(databaseUrl, async (client) => {
      const { rows } = await client.query<{ ms: string }>(
        'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 as ms',
      );
      const lag = Number(rows[0]?.ms).toFixed(0);
      console.log(`  round ${round + 1}: the standby was backed up, and lags ${lag} ms behind`);
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

let promoted: Postgres | null = null;

/** The primary is killed during bookings with points and by card, and its synchronous standby is promoted. */
export const primaryKilled: Drill = {
  name: 'primary killed, standby promoted',
  skip: () =>
    existsSync(join(findPostgres().folder, 'pg_basebackup')) &&
    spawnSync('pg_dump', ['--version']).status === 0
      ? null
      : 'pg_basebackup or pg_dump is not installed',
  prepare: () => ({
    options: { network: true, openThroughNetwork: true, payers: 4 },
    async cleanUp() {
      await promoted?.stop();
      promoted = null;
    },
  }),
  async fail(testbed, _load, round) {
    const { network, payers, pricedRooms, servers, firstDay, open } = testbed;
    if (!network) throw new Error('the drill needs a network');
    const primary = promoted ?? testbed.postgres;
    const standby = await startSynchronousStandby(primary);
    // Each round pays for other days: the slots of the last one are taken.
    const payment = startPayers({
      targets: servers,
      payers,
      rooms: pricedRooms,
      firstDay: addDays(firstDay, -round),
    });
    await delay(SYNCHRONOUS_MS);
    const started = performance.now();
    while (payment.paid.length === 0 && performance.now() - started < FIRST_PAYMENT_TIMEOUT_MS)
      await delay(50);

    await backUpStandby(standby, round);
    await primary.end('SIGKILL');
    await delay(WITHOUT_PRIMARY_MS);
    await asSuperuser(standby.url, async (client) => {
      await client.query('select pg_promote()');
    });
    network.redirectTo(standby.url);
    promoted = standby;
    await primary.stop();

    // The payers continue on the new primary.
    await delay(SYNCHRONOUS_MS);
    await payment.stop();
    const { captured, kept, refunded, lost, unknownPayments } = await settledPaymentTotals(
      open.database,
      payment.paid,
    );
    const rupees = (paise: number) => (paise / 100).toFixed(2);
    console.log(
      `  round ${round + 1}: ${payment.confirmed.length} bookings confirmed by card; ₹ ${rupees(captured)} captured = ₹ ${rupees(kept)} kept + ` +
        `₹ ${rupees(refunded)} refunded; lost rupees ${rupees(lost)}`,
    );
    testbed.recordAcknowledged(payment.confirmed);
    return [
      ...(lost === 0 ? [] : [`${rupees(lost)} rupees are lost`]),
      ...(unknownPayments === 0 ? [] : [`${unknownPayments} reported payments are lost`]),
      ...(payment.paid.length > 0 ? [] : ['no payment was made']),
    ];
  },
};
