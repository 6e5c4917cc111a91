import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { SetupError } from '../setupError.ts';
import {
  findProgram,
  ProgramFailed,
  programFolders,
  runPostgresProgram,
  type PostgresProgram,
} from './postgresTools.ts';

/** Dumps and restores with PostgreSQL's programs (decision 0119). */

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
 * Throws a `SetupError` for a dump that the server cannot take: one of a newer server, one that a newer pg_dump has made, or a
 * damaged one. `madeFrom`: the version in the backup's description, if it has one.
 */
async function checkDump(
  program: string,
  dump: string,
  { major, madeFrom }: { readonly major: number; readonly madeFrom: number | undefined },
): Promise<void> {
  const refuse = (made: string, fitting: string): never => {
    throw new SetupError(
      `This backup was made ${made}, and the server of DATABASE_URL is PostgreSQL ${major}, which cannot take it. ` +
        `Restore it into ${fitting}.`,
    );
  };
  if (madeFrom !== undefined && madeFrom > major)
    refuse(`from PostgreSQL ${madeFrom}`, `PostgreSQL ${madeFrom} or newer`);
  let list: string;
  try {
    list = await runPostgresProgram({ file: program, databaseUrl: null, args: ['--list', dump] });
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (/unsupported version/.test(error.stderr))
      return refuse('with a newer pg_dump', 'a PostgreSQL of the version of that pg_dump, or newer');
    throw new SetupError(`${dump} is damaged: ${error.stderr}`);
  }
  const server = majorIn(list, 'Dumped from database version');
  const client = majorIn(list, 'Dumped by pg_dump version');
  if (server > major) refuse(`from PostgreSQL ${server}`, `PostgreSQL ${server} or newer`);
  if (client > major) refuse(`with pg_dump ${client}`, `PostgreSQL ${client} or newer`);
}

/** The names of the migrations in a dump, which are read from the file. */
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
 * has tables, or the dump is damaged or not for this server. `checkMigrations` may throw as well.
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
  const program = programFor('pg_restore', major, config);
  await checkDump(program, dump, { major, madeFrom });
  checkMigrations(await migrationsIn(program, dump));
  await runPostgresProgram({
    file: program,
    databaseUrl: config.databaseUrl,
    args: ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', dump],
  });
}
