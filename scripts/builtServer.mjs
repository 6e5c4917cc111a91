// @ts-check
import { resolve } from 'node:path';
import { startServerProcess } from './serverProcess.mjs';

/**
 * Starts the server that `npm start` runs, and waits until it is ready.
 * @param {NodeJS.ProcessEnv} env its settings besides where to listen
 * @param {object} [how]
 * @param {string} [how.checkout] holds its dist-server/
 * @param {string} [how.site] holds the dist/ of the site that it serves
 * @param {readonly string[]} [how.nodeOptions]
 */
export function startServer(env, { checkout = '.', site = checkout, nodeOptions = [] } = {}) {
  return startServerProcess({
    args: () => [...nodeOptions, resolve(checkout, 'dist-server', 'main.js')],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    cwd: site,
  });
}
