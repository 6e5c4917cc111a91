import { resolve } from 'node:path';
import { startServerProcess } from './serverProcess.ts';

/**
 * Starts the server that `npm start` runs, and waits until it is ready.
 * @param env its settings without host and port
 */
export function startServer(
  env: NodeJS.ProcessEnv,
  {
    checkout = '.',
    site = checkout,
    nodeOptions = [],
  }: {
    /** the folder that contains dist-server/ */
    checkout?: string;
    /** the folder that contains the dist/ of the served site */
    site?: string;
    nodeOptions?: readonly string[];
  } = {},
) {
  return startServerProcess({
    args: () => [...nodeOptions, resolve(checkout, 'dist-server', 'main.js')],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    cwd: site,
  });
}
