import { afterAll, beforeAll } from 'vitest';
import { type PaymentServer, startPayments } from '../payments/startPayments.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/**
 * Runs the tests of a file on two servers that share one real PostgreSQL. `ready` gets both once they have started, and
 * prepares what the tests share.
 */
export function onTwoPaymentServers(
  ready: (servers: { readonly here: PaymentServer; readonly there: PaymentServer }) => Promise<void> | void,
): void {
  let postgres: SharedPostgres;
  let here: PaymentServer;
  let there: PaymentServer;
  beforeAll(async () => {
    postgres = await sharedPostgres();
    const { dataDir } = postgres;
    here = await startPayments({ dataDir, database: await postgres.open() });
    there = await startPayments({ dataDir, database: await postgres.open() });
    await ready({ here, there });
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await postgres.stop();
  });
}
