import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';

const { executablePath, env } = await findBrowser({ prefersShell: true });

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  globalSetup: './test/browser/prepareData.ts',
  // Each worker is a browser and a server with its own database.
  workers: 4,
  forbidOnly: true,
  // They end a test that hangs, and decide nothing else: many times what a machine needs that does much besides.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./test/browser/paths/coverageReporter.ts']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-IN',
    // Far from Chennai, where it is another day half of the time: the site must not ask the browser what day it is.
    timezoneId: 'America/Los_Angeles',
    launchOptions: { executablePath, env: { ...process.env, ...env } },
    screenshot: 'only-on-failure',
    // The page at the failure is in the error's context; a snapshot of it at every action costs a tenth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
