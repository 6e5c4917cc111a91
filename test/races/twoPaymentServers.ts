import { afterAll, beforeAll } from 'vitest';
import { type PaymentServer, startPayments } from '../payments/startPayments.ts';
import { sharedPostgres, type SharedPostgres } from './sharedPostgres.ts';

/**
 * Runs the tests of a file on two servers that share one real PostgreSQL. `ready` is called after both have started. `env` contains
 * further environment variables of both.
 */
export function onTwoPaymentServers(
  ready: (servers: {
    readonly serverA: PaymentServer;
    readonly serverB: PaymentServer;
  }) => Promise<void> | void,
  env: NodeJS.ProcessEnv = {},
): void {
  let postgres: SharedPostgres;
  let serverA: PaymentServer;
  let serverB: PaymentServer;
  beforeAll(async () => {
    postgres = await sharedPostgres();
    const { dataDir } = postgres;
    serverA = await startPayments({ dataDir, env, database: await postgres.open() });
    serverB = await startPayments({ dataDir, env, database: await postgres.open() });
    await ready({ serverA, serverB });
  });
  afterAll(async () => {
    await serverA.close();
    await serverB.close();
    await postgres.stop();
  });
}
