import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { backUp, restore } from '../../../server/backup/backup.ts';
import { recordBackup } from '../../../server/backup/recordBackup.ts';
import { countRows } from '../../../server/backup/rows.ts';
import { findProgram, programFolders } from '../../../server/backup/postgresTools.ts';
import { openDatabase } from '../../../server/platform/database/connection/open.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import { seededDatabase } from '../seededDatabase.ts';
import { START } from '../startServer.ts';

/*
 * Backup and restore of a PostgreSQL server with the client of its version, which a machine may lack: then both are refused with a
 * sentence, and this is what is tested.
 */

const root = mkdtempSync(join(tmpdir(), 'litrooms-postgres-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A program that only says its version. */
function programOf(version: string): string {
  const folder = mkdtempSync(join(root, 'bin-'));
  for (const name of ['pg_dump', 'pg_restore']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe('the program for a server', () => {
  test('is the one of its major version, also when a newer one is found first', () => {
    const [newer, older] = [programOf('17.6'), programOf('15.14 (Debian 15.14-0+deb12u1)')];
    expect(findProgram('pg_dump', 15, [newer, older])).toBe(join(older, 'pg_dump'));
    expect(findProgram('pg_restore', 17, [older, newer])).toBe(join(newer, 'pg_restore'));
  });

  test('is not a newer or an older one: the sentence names both versions and the way', () => {
    const folders = [programOf('17.6'), programOf('15.14')];
    expect(() => findProgram('pg_dump', 16, folders)).toThrow(
      /is PostgreSQL 16, and this machine has pg_dump 15 and 17, .*postgresql-client-16.*POSTGRES_BIN/,
    );
    expect(() => findProgram('pg_restore', 18, [join(root, 'nothing')])).toThrow(
      /is PostgreSQL 18, and pg_restore is not installed.*postgresql-client-18/,
    );
  });
});

describe('a backup of PostgreSQL', () => {
  let source: OpenDatabase;
  let sourceConfig: { databaseUrl: string; dataDir: string };
  let major: number;
  const databases: string[] = [];
  const administer = async (text: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const urlOf = (name: string) =>
    Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href;
  /** A new empty database. */
  const target = async () => {
    const name = `restored_${process.pid}_${databases.length}`;
    await administer(`create database ${name}`);
    databases.push(name);
    return { databaseUrl: urlOf(name), dataDir: root };
  };
  /** Whether this machine has the programs of the server's version. */
  const hasPrograms = (): boolean => {
    try {
      return findProgram('pg_dump', major, programFolders(undefined)) !== '';
    } catch {
      return false;
    }
  };
  const isEmpty = async (config: typeof sourceConfig) => {
    const { database, close } = await openDatabase(config);
    const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(database);
    await close();
    return rows.length === 0;
  };
  const folder = join(root, 'backup');

  beforeAll(async () => {
    source = await seededDatabase(START);
    const { rows } = await sql<{ name: string; major: number }>`select current_database() as name,
      current_setting('server_version_num')::integer / 10000 as major`.execute(source.database);
    const [{ name, major: serverMajor }] = rows as [{ name: string; major: number }];
    sourceConfig = { databaseUrl: urlOf(name), dataDir: root };
    major = serverMajor;
  });
  afterAll(async () => {
    await source.close();
    for (const name of databases) await administer(`drop database ${name} with (force)`);
  });

  test('is made and restored with the client of the server’s version, or refused naming the version', async () => {
    const made = await backUp(sourceConfig, folder, new Date(START)).then(
      () => 'made',
      (error: unknown) => (error as Error).message,
    );
    expect(made).toContain(hasPrograms() ? 'made' : `Install the client of version ${major}`);
    expect(existsSync(folder)).toBe(hasPrograms());
    if (!hasPrograms()) return;
    expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))).toMatchObject({ postgres: major });
    const files = [folder, join(folder, 'database.dump'), join(folder, 'backup.json')];
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
    const config = await target();
    await restore(config, folder);
    const copy = await openDatabase(config);
    expect(await countRows(copy.database)).toEqual(await countRows(source.database));
    await copy.close();
    await expect(restore(config, folder)).rejects.toThrow('has tables already');
  });

  test('is also made of a read-only database, such as a standby, which cannot record it', async () => {
    const made = await backUp(sourceConfig, join(root, 'recorded'), new Date(START)).catch(() => null);
    expect(made?.isRecorded).toBe(hasPrograms() ? true : undefined);
    const name = new URL(sourceConfig.databaseUrl).pathname.slice(1);
    await administer(`alter database ${name} set default_transaction_read_only = on`);
    const standby = await openDatabase(sourceConfig);
    try {
      expect(await standby.withoutTimeouts(recordBackup)).toBe(false);
      if (!hasPrograms()) return;
      const { isRecorded, rows } = await backUp(sourceConfig, join(root, 'of-a-standby'), new Date(START));
      expect(isRecorded).toBe(false);
      expect(rows).toEqual(await countRows(source.database));
    } finally {
      await standby.close();
      await administer(`alter database ${name} reset default_transaction_read_only`);
    }
  });

  test('of a newer version, of a newer PostgreSQL, or with a damaged dump leaves the database empty', async () => {
    expect(existsSync(folder)).toBe(hasPrograms());
    if (!hasPrograms()) return;
    const config = await target();
    await sql`insert into kysely_migration values ('9999-of-the-future', '')`.execute(source.database);
    const ofTheFuture = join(root, 'of-the-future');
    await backUp(sourceConfig, ofTheFuture, new Date(START));
    await expect(restore(config, ofTheFuture)).rejects.toThrow('its tables have 9999-of-the-future');

    const description = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as object;
    writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...description, postgres: major + 2 }));
    await expect(restore(config, folder)).rejects.toThrow(
      `was made from PostgreSQL ${major + 2}, and the server of DATABASE_URL is PostgreSQL ${major}`,
    );

    const dump = join(ofTheFuture, 'database.dump');
    truncateSync(dump, 100);
    await expect(restore(config, ofTheFuture)).rejects.toThrow('database.dump is damaged');
    expect(statSync(dump).size).toBe(100);
    expect(await isEmpty(config)).toBe(true);
  });
});
