import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { copyPreparedData } from '../site.ts';

/*
 * `npm start` itself, on the build of the other tests. npm starts the server through a shell, and a signal to npm
 * must reach the server behind both.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`npm start that gets ${signal} ends when the server has ended, with its exit code`, async () => {
    const dataDir = copyPreparedData();
    const npm = spawn('npm', ['start'], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(npm, 'exit');
    let output = '';
    npm.stdout.on('data', (chunk) => (output += String(chunk)));
    const address = () => /http:\/\/localhost:\d+/.exec(output)?.[0];
    await expect.poll(address, { timeout: 300_000 }).toBeDefined();
    expect((await fetch(`${address()}/readyz`)).status).toBe(200);

    npm.kill(signal);
    expect(await exited).toEqual([0, null]);
    await expect(fetch(`${address()}/readyz`)).rejects.toThrow();
    rmSync(dataDir, { recursive: true, force: true });
  });
}
