import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from '../platform/config/setupError.ts';

/** The URL parameters that PostgreSQL's programs accept. DATABASE_URL may have others, which only node-postgres reads. */
const LIBPQ_PARAMETERS = new Set([
  'host',
  'port',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
]);

export type PostgresProgram = 'pg_dump' | 'pg_restore';

/** Where Debian keeps PostgreSQL's programs, in a folder per major version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The configured folder, Debian's, and those of PATH. */
export const programFolders = (configured: string | undefined): string[] => [
  ...(configured === undefined ? [] : [configured]),
  ...(existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    : []),
  ...(process.env['PATH'] ?? '').split(delimiter),
];

/** Null when the program does not run. */
function majorOf(file: string): number | null {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : Number(major);
}

/**
 * The program with the major version of the server, because only that is sure to fit: pg_restore 17 sets a parameter that older
 * servers do not have, and an older pg_restore cannot read what a newer pg_dump wrote. Throws a `SetupError` that names both
 * versions when there is none in the folders.
 */
export function findProgram(
  program: PostgresProgram,
  serverMajor: number,
  folders: readonly string[],
): string {
  const files = [...new Set(folders)]
    .map((folder) => join(folder, program))
    .filter((file) => existsSync(file));
  const found = files.map((file) => ({ file, major: majorOf(file) }));
  const fitting = found.find(({ major }) => major === serverMajor);
  if (fitting) return fitting.file;
  const others = [...new Set(found.flatMap(({ major }) => major ?? []))].sort((one, other) => one - other);
  const here =
    others.length === 0
      ? `${program} is not installed`
      : `this machine has ${program} ${others.join(' and ')}, which does not fit`;
  throw new SetupError(
    `The server of DATABASE_URL is PostgreSQL ${serverMajor}, and ${here}. ` +
      `Install the client of version ${serverMajor} (Debian: postgresql-client-${serverMajor}), or name its folder in POSTGRES_BIN.`,
  );
}

/** A call of one of PostgreSQL's programs. */
interface ProgramCall {
  /** Path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** The program connects to it; null for a program that only reads a file. */
  readonly databaseUrl: string | null;
}

/** A program of PostgreSQL has failed. `stderr`: what it has printed. */
export class ProgramFailed extends SetupError {
  readonly stderr: string;

  constructor(program: string, stderr: string) {
    super(`${program} failed:\n${stderr}`);
    this.stderr = stderr;
  }
}

/**
 * Runs one of PostgreSQL's programs and returns its standard output. The password is in the environment and not in the arguments,
 * because every account of the machine can read the arguments. Rejects with `ProgramFailed` when it fails.
 */
export async function runPostgresProgram({ file, args, databaseUrl }: ProgramCall): Promise<string> {
  const connection: string[] = [];
  let password = '';
  if (databaseUrl !== null) {
    const url = new URL(databaseUrl);
    password = decodeURIComponent(url.password);
    url.password = '';
    const unknown = Array.from(url.searchParams.keys()).filter((name) => !LIBPQ_PARAMETERS.has(name));
    for (const name of unknown) url.searchParams.delete(name);
    connection.push('--no-password', '--dbname', url.href);
  }
  const child = spawn(file, [...connection, ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new ProgramFailed(file, stderr.trim());
  return stdout;
}
