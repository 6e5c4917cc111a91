// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './freePort.mjs';

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {number} pid
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the server that `npm start` runs, on a port of its own, and waits until it is ready.
 * @param {NodeJS.ProcessEnv} env what it is told besides its port
 * @param {string} [root] the checkout that was built
 * @returns {Promise<Server>}
 */
export async function startServer(env, root = '.') {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join('dist-server', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      ...env,
      PORT: String(port),
    },
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await untilReady(url, () => child.exitCode !== null);
  return {
    url,
    pid: /** @type {number} */ (child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @param {string} url @param {() => boolean} hasEnded */
async function untilReady(url, hasEnded) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (hasEnded()) throw new Error('the server ended before it was ready');
    const answered = await fetch(`${url}/readyz`).catch(() => null);
    if (answered?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server was not ready within a minute');
}
