import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../scripts/freePort.ts';

/** Debian installs PgBouncer here. */
export const PGBOUNCER_PATH = '/usr/sbin/pgbouncer';
/** Debian's user `nobody`. PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** A PgBouncer in front of a database. It can be killed and restarted. */
export interface PgBouncer {
  /** URL of the database through PgBouncer. */
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

async function waitUntilListening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await delay(50);
    } finally {
      socket.destroy();
    }
  }
}

/** Starts PgBouncer with the settings of docs/runbook.md. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'litrooms-pgbouncer-'));
  const settings = join(folder, 'pgbouncer.ini');
  const name = target.pathname.slice(1);
  writeFileSync(
    settings,
    `[databases]
${name} = host=${target.hostname} port=${target.port} dbname=${name} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 100
max_client_conn = 400
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
    { mode: 0o600 },
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    chownSync(settings, NOBODY, NOBODY);
  }
  let child: ChildProcess;
  const start = async () => {
    child = spawn(PGBOUNCER_PATH, ['--quiet', settings], {
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      stdio: 'ignore',
    });
    await waitUntilListening(port, child);
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
