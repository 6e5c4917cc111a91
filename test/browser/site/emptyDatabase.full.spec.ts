import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startServer } from '../../../scripts/builtServer.ts';
import type { ServerProcess } from '../../../scripts/serverProcess.ts';
import { SHORT_LIVED } from '../../api/shortLived.ts';

/*
 * A production server on an empty database: its pages are prerendered with the demo's rooms and posts, which must be
 * replaced by the server's data.
 */
let server: ServerProcess;
let dataDir: string;
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'litrooms-empty-'));
  const secret = () => randomBytes(16).toString('hex');
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ACCESS_TOKEN_SECRET: secret(),
    REFRESH_TOKEN_SECRET: secret(),
    ALLOW_SANDBOX: '1',
    ALLOW_NO_MAIL: '1',
    ALLOW_EMBEDDED: '1',
  };
  server = await startServer(env, { nodeOptions: SHORT_LIVED });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

test('an empty production database shows no rooms and no posts, and the log names the next step', async ({
  page,
}) => {
  expect(server.log()).toContain('The database has no rooms');
  await page.goto(`${server.url}/meeting-room`);
  await expect(page.getByText('There are no rooms in this city yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Meeting rooms' }).getByRole('listitem')).toHaveCount(0);
  await page.goto(`${server.url}/blog`);
  await expect(page.getByRole('region', { name: 'Posts' }).getByRole('article')).toHaveCount(0);
  await expect(page.getByText('No posts yet')).toBeVisible();
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
