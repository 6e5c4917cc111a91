import { spawn } from 'node:child_process';
import { SetupError } from '../setupError.ts';

/** The parameters of a database URL that PostgreSQL's own programs know; ours has limits besides. */
const KNOWN = new Set(['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name']);

/**
 * Runs one of PostgreSQL's own programs on the database of a URL. The password is in the environment and not in the
 * arguments, which every account of the machine can read. Rejects with a `SetupError` when the program is missing, and with
 * its own words when it fails.
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  for (const name of url.searchParams.keys()) if (!KNOWN.has(name)) url.searchParams.delete(name);
  const child = spawn(program, ['--no-password', '--dbname', url.href, ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new SetupError(
              `${program} is not on this machine. Install the PostgreSQL client of your server's version or newer.`,
            )
          : error,
      ),
    );
    child.once('close', resolve);
  });
  if (code !== 0) throw new SetupError(`${program} failed:\n${said.trim()}`);
}
