import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../../server/database/open.ts';
import { type PaymentServer, startPayments } from '../payments/startPayments.ts';
import { TIMEOUT_FACTOR } from '../api/timeoutFactor.ts';

/** Two servers with one real PostgreSQL and one data folder for their secrets; `close` ends all three. */
export async function twoPaymentServers(): Promise<{
  readonly here: PaymentServer;
  readonly there: PaymentServer;
  close(): Promise<void>;
}> {
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-payments-'));
  const start = async () =>
    startPayments({
      dataDir,
      database: await openDatabase({ databaseUrl: postgres.url, dataDir, timeoutFactor: TIMEOUT_FACTOR }),
    });
  const here = await start();
  const there = await start();
  return {
    here,
    there,
    async close() {
      await here.close();
      await there.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
