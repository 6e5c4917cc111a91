import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/freePort.ts';
import { paths } from '../../../contract/paths.ts';

/* `npm run dev` on a copy of the sources, which these tests break and repair. Each test depends on the one before. */
const folder = mkdtempSync(join(tmpdir(), 'litrooms-dev-'));
const broken = join(folder, 'server', 'platform', 'config', 'setupError.ts');
const WAIT = { interval: 100 };
let dev: ChildProcess;
let url: string;
let output = '';

beforeAll(async () => {
  for (const name of [
    'server',
    'contract',
    'domain',
    'tools',
    'scripts',
    'vite.config.ts',
    'package.json',
    'index.html',
  ]) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  // Vite's cache is in node_modules, where it must not be shared with another run.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  const port = await freePort();
  url = `http://localhost:${port}`;
  dev = spawn(process.execPath, [join('scripts', 'from-source.mjs'), join('scripts', 'dev.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
});
afterAll(async () => {
  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

const blog = () => fetch(url + paths.blog).catch(() => null);

test('requests wait while the API starts, and the terminal shows one line instead of an error for each request', async () => {
  await expect.poll(() => output, WAIT).toContain('The API starts');
  const responses = await Promise.all(Array.from({ length: 20 }, blog));
  expect(responses.map((response) => response?.status)).toEqual(Array<number>(20).fill(200));
  expect(output).not.toMatch(/proxy error|ECONNREFUSED/);
});

test('a compile error is shown in the terminal and in the responses, and the server restarts when it is repaired', async () => {
  const source = readFileSync(broken, 'utf8');
  writeFileSync(broken, `${source}\nconst = broken;\n`);
  await expect.poll(async () => (await blog())?.status, WAIT).toBe(503);
  const response = (await (await blog())?.json()) as { error: { message: string } } | undefined;
  expect(response?.error.message).toContain('setupError.ts');
  expect(output).toContain('The API does not run.');

  writeFileSync(broken, source);
  await expect.poll(async () => (await blog())?.status, WAIT).toBe(200);
  expect(output).not.toMatch(/proxy error|ECONNREFUSED/);
});
