import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { explainDatabaseError } from '../../../server/platform/database/connection/explainError.ts';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { openDatabase } from '../../../server/platform/database/connection/open.ts';
import { SetupError } from '../../../server/platform/config/setupError.ts';

/* A first start with a wrong role or address ends in a sentence and not in a stack. */

const name = `rights_${process.pid}`;
const password = randomBytes(16).toString('hex');
const admin = new pg.Client({ connectionString: inject('postgresUrl') });
beforeAll(async () => {
  await admin.connect();
  await admin.query(`create role ${name} login password '${password}'`);
  await admin.query(`create database ${name}`);
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});

async function reasonOfFailedMigration(): Promise<unknown> {
  const url = new URL(inject('postgresUrl'));
  Object.assign(url, { username: name, password, pathname: name });
  const { database, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  try {
    await migrate(database);
    return null;
  } catch (error) {
    return explainDatabaseError(error);
  } finally {
    await close();
  }
}

test('a role that does not own its database is reported to the operator, and the commands of docs/deploying.md help', async () => {
  const owner = new URL(inject('postgresUrl'));
  owner.pathname = name;
  const inDatabase = new pg.Client({ connectionString: owner.href });
  await inDatabase.connect();
  // PostgreSQL 14 gives everybody this right.
  await inDatabase.query('revoke create on schema public from public');
  await inDatabase.end();
  const reason = await reasonOfFailedMigration();
  expect(reason).toBeInstanceOf(SetupError);
  expect(String(reason)).toMatch(/permission denied for schema public.*alter database … owner to …/);
});

test('a database that cannot be reached is explained as well', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  expect(explainDatabaseError(refused)).toBeInstanceOf(SetupError);
  const bug = new TypeError('a bug');
  expect(explainDatabaseError(bug)).toBe(bug);
});
