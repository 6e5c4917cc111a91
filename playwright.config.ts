import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { makeTourFolder } from './test/browser/paths/tourFolder.ts';

const { executablePath, env } = await findBrowser({ prefersShell: true });
makeTourFolder();

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
    // Frames of fades and spinners take a tenth of a walk's processor time. Files about what moves, or about what a page is like as
    // it loads, set it back, and so does the whole way from the home page to a paid booking.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // The page at the failure, and its picture, are in the report; a trace of every test takes a twelfth of the workers' time.
    // `npx playwright test --trace on` records one.
    trace: 'off',
  },
});
