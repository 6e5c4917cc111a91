import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/freePort.mjs';

export interface BuiltServer {
  readonly url: string;
  /** Its data folder, where the sandbox keeps its secrets. */
  readonly dataDir: string;
  /** What it has written so far. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/**
 * Starts the server that `npm start` runs, on a port of its own, and waits until it is ready. It gets none of our own
 * environment: a DATABASE_URL or payment key of the developer's must not reach a test. `folder`: holds the site's dist/.
 */
export async function startBuiltServer(dataDir: string, folder = '.'): Promise<BuiltServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [resolve('dist-server/main.js')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      // All walks come from one address and try more often than a person would.
      RATE_LIMIT_LOGIN: '100000',
      RATE_LIMIT_REGISTER: '100000',
      RATE_LIMIT_ENQUIRE: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (log += String(chunk)));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  async function stop(): Promise<void> {
    if (hasEnded()) return;
    const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    clearTimeout(forced);
  }

  const givenUp = Date.now() + 60_000;
  while (!(await isReady(url))) {
    if (hasEnded() || Date.now() > givenUp) {
      await stop();
      throw new Error(`The built server did not become ready:\n${log}`);
    }
    await delay(50);
  }
  return { url, dataDir, log: () => log, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false; // not listening yet
  }
}
