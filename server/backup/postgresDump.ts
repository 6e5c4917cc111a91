import { sql } from 'kysely';
import type { Config } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/connection/open.ts';
import { SetupError } from '../platform/config/setupError.ts';
import {
  findProgram,
  ProgramFailed,
  programFolders,
  runPostgresProgram,
  type PostgresProgram,
} from './postgresTools.ts';

/** Dumps and restores with PostgreSQL's programs. */

/** A PostgreSQL, and where its programs may be. */
export interface PostgresConfig extends Pick<Config, 'dataDir'>, Partial<Pick<Config, 'postgresBin'>> {
  readonly databaseUrl: string;
}

interface ServerState {
  readonly major: number;
  readonly isEmpty: boolean;
}

async function serverState(config: PostgresConfig): Promise<ServerState> {
  const { database, close } = await openDatabase(config);
  try {
    const { rows } = await sql<ServerState>`select
      current_setting('server_version_num')::integer / 10000 as major,
      not exists (select 1 from pg_tables where schemaname = any(current_schemas(false))) as "isEmpty"`.execute(
      database,
    );
    return rows[0] as ServerState;
  } finally {
    await close();
  }
}

const programFor = (program: PostgresProgram, major: number, { postgresBin }: PostgresConfig): string =>
  findProgram(program, major, programFolders(postgresBin));

/**
 * Dumps the database into a file, and returns the major version of its server. Throws a `SetupError` when there is no pg_dump of
 * that version.
 */
export async function dumpPostgres(config: PostgresConfig, file: string): Promise<number> {
  const { major } = await serverState(config);
  await runPostgresProgram({
    file: programFor('pg_dump', major, config),
    databaseUrl: config.databaseUrl,
    args: ['--format=custom', '--no-owner', '--no-privileges', '--file', file],
  });
  return major;
}

const majorIn = (list: string, label: string): number =>
  Number(new RegExp(`^;\\s+${label}: (\\d+)`, 'm').exec(list)?.[1] ?? 0);

/**
 * A backup that a server of the version `major` cannot take. `made`: how it was made; `fitting`: what it can be restored into.
 */
const notForServer = (made: string, major: number, fitting: string): SetupError =>
  new SetupError(
    `This backup was made ${made}, and the server of DATABASE_URL is PostgreSQL ${major}, which cannot take it. ` +
      `Restore it into ${fitting}.`,
  );

/** Throws a `SetupError` when a version is newer than the server's. `made`: the text before it. */
function checkVersion(made: string, version: number, major: number): void {
  if (version > major) throw notForServer(`${made} ${version}`, major, `PostgreSQL ${version} or newer`);
}

/**
 * Throws a `SetupError` for a dump that the server cannot take: one of a newer server, one that a newer pg_dump has made, or a
 * damaged one. `major`: the server's version.
 */
async function checkDump(program: string, dump: string, major: number): Promise<void> {
  let list: string;
  try {
    list = await runPostgresProgram({ file: program, databaseUrl: null, args: ['--list', dump] });
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw /unsupported version/.test(error.stderr)
      ? notForServer('with a newer pg_dump', major, 'a PostgreSQL of the version of that pg_dump, or newer')
      : new SetupError(`${dump} is damaged: ${error.stderr}`);
  }
  checkVersion('from PostgreSQL', majorIn(list, 'Dumped from database version'), major);
  checkVersion('with pg_dump', majorIn(list, 'Dumped by pg_dump version'), major);
}

/** Read from the file of the dump. */
async function migrationsIn(program: string, dump: string): Promise<string[]> {
  const args = ['--data-only', '--table=kysely_migration', '--file=-', dump];
  const text = await runPostgresProgram({ file: program, databaseUrl: null, args });
  const [, columns = '', rows = ''] =
    /^COPY \S*kysely_migration \(([^)]*)\) FROM stdin;\n([^]*?)^\\\.$/m.exec(text) ?? [];
  const name = columns.split(', ').indexOf('name');
  return rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t')[name] ?? '');
}

/**
 * Restores a dump into an empty database, all of it or nothing. Throws a `SetupError` before anything is changed when the database
 * has tables, or the dump is damaged or not for this server. `madeFrom`: the version in the backup's description, if it has one.
 * `checkMigrations` may throw as well.
 */
export async function restorePostgres(
  config: PostgresConfig,
  dump: string,
  {
    madeFrom,
    checkMigrations,
  }: {
    readonly madeFrom: number | undefined;
    readonly checkMigrations: (names: readonly string[]) => void;
  },
): Promise<void> {
  const { major, isEmpty } = await serverState(config);
  if (!isEmpty) {
    throw new SetupError('The database of DATABASE_URL has tables already. Set it to an empty database.');
  }
  // Checked before the program is searched for: with another program the restore would fail too.
  if (madeFrom !== undefined) checkVersion('from PostgreSQL', madeFrom, major);
  const program = programFor('pg_restore', major, config);
  await checkDump(program, dump, major);
  checkMigrations(await migrationsIn(program, dump));
  await runPostgresProgram({
    file: program,
    databaseUrl: config.databaseUrl,
    args: ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', dump],
  });
}
