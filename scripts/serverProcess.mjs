// @ts-check
// Servers that run as processes of their own: tests, measurements and pictures are of what people will run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './freePort.mjs';

/**
 * @typedef {object} ServerProcess
 * @property {string} url
 * @property {number} pid
 * @property {() => string} log what it has written so far
 * @property {() => boolean} hasEnded
 * @property {() => Promise<void>} kill ends it at once, as a crash does
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} Program
 * @property {(port: number) => string[]} args what Node is to run
 * @property {NodeJS.ProcessEnv} env all its settings, besides where to listen: none of our own environment is passed on,
 *   for a developer's DATABASE_URL or payment key must not reach a test. PORT: where it listens, else where nobody does
 * @property {string} [cwd]
 * @property {string} [ready] the path that is answered well once it is ready
 * @property {number} [patience] milliseconds it may take until then
 * @property {(text: string) => void} [onOutput] gets what it writes, also before it is ready
 */

/**
 * Starts a server on a port of its own and waits until it is ready.
 * @param {Program} program
 * @returns {Promise<ServerProcess>}
 * @throws when it ends or is not ready in time, with what it has written
 */
export async function startServerProcess({
  args,
  env,
  cwd,
  ready = '/readyz',
  patience = 300_000,
  onOutput,
}) {
  const port = Number(env.PORT) || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args(port), {
    cwd,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk) => {
      log += String(chunk);
      onOutput?.(String(chunk));
    });

  const givenUp = Date.now() + patience;
  while (!(await isAnswered(url + ready))) {
    const ended = hasEnded(child);
    if (ended || Date.now() > givenUp) {
      await endProcess(child);
      throw new Error(`The server ${ended ? 'ended before it was' : 'did not become'} ready:\n${log}`);
    }
    await delay(20);
  }

  const reportCrash = () => console.error(`The server at ${url} ended by itself:\n${log.slice(-10_000)}`);
  child.once('exit', reportCrash);
  return {
    url,
    pid: /** @type {number} */ (child.pid),
    log: () => log,
    hasEnded: () => hasEnded(child),
    async kill() {
      child.off('exit', reportCrash);
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.off('exit', reportCrash);
      return endProcess(child);
    },
  };
}

/** @param {string} url */
async function isAnswered(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false; // not listening yet
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Asks for a clean end, which closes the database; a server that cannot (an endless loop, say) is killed.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [patience] milliseconds it is given
 */
export async function endProcess(child, patience = 10_000) {
  if (hasEnded(child)) return;
  const forced = setTimeout(() => child.kill('SIGKILL'), patience);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  clearTimeout(forced);
}
