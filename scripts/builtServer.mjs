// @ts-check
import { resolve } from 'node:path';
import { startServerProcess } from './serverProcess.mjs';

/**
 * Starts the server that `npm start` runs, and waits until it is ready.
 * @param {NodeJS.ProcessEnv} env its settings besides where to listen
 * @param {object} [folders]
 * @param {string} [folders.checkout] holds its dist-server/
 * @param {string} [folders.site] holds the dist/ of the site that it serves
 */
export function startServer(env, { checkout = '.', site = checkout } = {}) {
  return startServerProcess({
    args: () => [resolve(checkout, 'dist-server', 'main.js')],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    cwd: site,
  });
}
