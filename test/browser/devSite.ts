import { type ServerProcess, startServerProcess } from '../../scripts/serverProcess.ts';

/** Serves the site from its sources, as `npm run dev` does, in front of an API that is running. */
export function startDevSite(api: string): Promise<ServerProcess> {
  const options = ['--host', '127.0.0.1', '--strictPort', '--logLevel', 'warn'];
  return startServerProcess({
    args: (port) => ['node_modules/vite/bin/vite.js', ...options, '--port', String(port)],
    env: { PATH: process.env['PATH'], API_ORIGIN: api },
    // The first module is served after the dependencies are optimised, which takes longest on a first run.
    readyPath: '/tools/inspector/page/main.tsx',
  });
}
