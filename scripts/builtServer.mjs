// @ts-check
import { resolve } from 'node:path';
import { startServerProcess } from './serverProcess.mjs';

/**
 * Starts the server that `npm start` runs, and waits until it is ready.
 * @param {NodeJS.ProcessEnv} env its settings without host and port
 * @param {object} [options]
 * @param {string} [options.checkout] the folder that contains dist-server/
 * @param {string} [options.site] the folder that contains the dist/ of the served site
 * @param {readonly string[]} [options.nodeOptions]
 */
export function startServer(env, { checkout = '.', site = checkout, nodeOptions = [] } = {}) {
  return startServerProcess({
    args: () => [...nodeOptions, resolve(checkout, 'dist-server', 'main.js')],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    cwd: site,
  });
}
