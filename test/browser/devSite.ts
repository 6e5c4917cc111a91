import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/freePort.mjs';

export interface DevSite {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the site from its sources, as `npm run dev` does, in front of an API that is running. */
export async function startDevSite(api: string): Promise<DevSite> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['--host', '127.0.0.1', '--port', String(port), '--strictPort', '--logLevel', 'warn'];
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...args], {
    env: { PATH: process.env['PATH'], API_ORIGIN: api },
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
  // The first module is answered only when the dependencies have been made ready, which takes longest on a first run.
  while (!(await isReady(`${url}/src/inspector/page/main.tsx`))) {
    if (hasEnded() || Date.now() > givenUp) {
      await stop();
      throw new Error(`The development server did not become ready:\n${log}`);
    }
    await delay(100);
  }
  return { url, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false; // not listening yet
  }
}
