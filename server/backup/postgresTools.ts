import { spawn } from 'node:child_process';
import { SetupError } from '../setupError.ts';

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

/**
 * Runs one of PostgreSQL's programs on the database of a URL. The password is in the environment and not in the arguments,
 * because every account of the machine can read the arguments. Rejects with a `SetupError` when the program is missing or
 * fails; then the message has its standard error.
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  for (const name of url.searchParams.keys()) if (!LIBPQ_PARAMETERS.has(name)) url.searchParams.delete(name);
  const child = spawn(program, ['--no-password', '--dbname', url.href, ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new SetupError(
              `${program} is not installed. Install the PostgreSQL client of your server's version or newer.`,
            )
          : error,
      ),
    );
    child.once('close', resolve);
  });
  if (code !== 0) throw new SetupError(`${program} failed:\n${stderr.trim()}`);
}
