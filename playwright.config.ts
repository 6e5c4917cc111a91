import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
import { isFullRun } from './test/fullRun.ts';
import { makeLongPathFolder } from './test/browser/paths/longPaths/longPathFolder.ts';

const { executablePath, env } = await findBrowser({ prefersHeadlessShell: true });
makeLongPathFolder();

export default defineConfig({
  testDir: 'test/browser',
  testIgnore: isFullRun ? [] : '**/*.full.spec.ts',
  outputDir: 'test-results/browser',
  globalSetup: './test/browser/prepareData.ts',
  // Each worker is a browser and a server with its own database. A fourth one takes more processor time, and the run is not shorter.
  workers: 3,
  forbidOnly: true,
  // The timeouts only end a test that hangs. They are many times longer than a test takes on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['./test/browser/paths/longPaths/coverageReporter.ts']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-IN',
    // In this time zone the date differs from Chennai's for half of the day: the site must not use the browser's date.
    timezoneId: 'America/Los_Angeles',
    launchOptions: { executablePath, env: { ...process.env, ...env } },
    // Frames of fades and spinners take a tenth of a test's processor time. Test files about motion or about loading pages
    // allow motion again, and so does the test from the home page to a paid booking.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // The report contains the page and a screenshot of a failure. A trace of every test would take a twelfth of the workers'
    // time; `npx playwright test --trace on` records traces.
    trace: 'off',
  },
});
