import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import type { OnQuery } from '../../server/platform/database/connection/pool.ts';
import { migrateAndSeed } from './emptyDatabase.ts';
import { TIMEOUT_FACTOR } from './timeoutFactor.ts';

/** One process creates the template under this advisory lock, while another one is about to copy it. */
const TEMPLATE_LOCK = 1;

function open(name: string, onQuery?: OnQuery): Promise<OpenDatabase> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return openDatabase({ databaseUrl: url.href, dataDir: '', timeoutFactor: TIMEOUT_FACTOR }, onQuery);
}

async function administer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A new copy of a template, which the first file of a run that needs it creates and fills; it is dropped when it is closed. */
async function copyOf(
  template: string,
  fill: (setup: OpenDatabase) => Promise<void>,
  onQuery?: OnQuery,
): Promise<OpenDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}`);
      const setup = await open(template);
      await fill(setup);
      await setup.close();
    }
    await client.query(`create database ${name} template ${template}`);
  });
  const database = await open(name, onQuery);
  return {
    ...database,
    async close() {
      await database.close();
      await administer(async (client) => void (await client.query(`drop database ${name} with (force)`)));
    },
  };
}

/** A new database on the PostgreSQL server of the test run with all tables and no rows. */
export const migratedDatabase = (): Promise<OpenDatabase> =>
  copyOf('migrated', ({ withoutTimeouts }) => withoutTimeouts(migrate));

/**
 * A new database on the PostgreSQL server of the test run with all tables and the demo data. Migrations and password hashes take
 * longer than most test files. `now` is the time of the demo data in milliseconds since 1970. `onQuery` is called after each
 * statement.
 */
export const seededDatabase = (now: number, onQuery?: OnQuery): Promise<OpenDatabase> =>
  copyOf(`seeded_${now}`, (setup) => migrateAndSeed(setup, now), onQuery);
