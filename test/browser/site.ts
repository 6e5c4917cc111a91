import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { startBuiltServer, type BuiltServer } from './builtServer.ts';
import { PREPARED_DATA } from './prepareData.ts';
import { recordToasts } from './recordedToasts.ts';
import { releaseHolds } from './releaseHolds.ts';

/** A separate seeded data folder. */
export function copyPreparedData(): string {
  const prepared = process.env[PREPARED_DATA];
  if (prepared === undefined) throw new Error('prepareData.ts has not run');
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-site-'));
  // The socket that locked the folder is unused, and cannot be copied.
  cpSync(prepared, dataDir, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
  return dataDir;
}

/**
 * The page and its sections handle input, or never will: a button that is pressed before does nothing (decision 0134). React
 * keeps its data about an element in a property of the element.
 */
const expectInteractive = (page: Page): Promise<void> =>
  expect(async () => {
    const isInteractive = await page.evaluate(
      () =>
        document.documentElement.dataset['notLoaded'] !== undefined ||
        Array.from(document.querySelectorAll('[data-part]')).every((part) =>
          Object.keys(part).some((key) => key.startsWith('__reactProps')),
        ),
    );
    expect(isInteractive, 'the page is hydrated').toBe(true);
  }).toPass({ intervals: [10, 20, 50, 100] });

interface TestFixtures {
  /**
   * Expects a browser error that the test causes on purpose, by a part of its text or of the address that it is about:
   * `expectError(/401 .*\/api\/member\/login/)`. Every other error fails the test.
   */
  expectError: (pattern: RegExp) => void;
  noBrowserErrors: void;
  /** expectToast needs it, also in contexts that a test opens itself. */
  recordedToasts: void;
  /** Spinners stand still where a test has reduced motion: their frames take a quarter of a processor while a page loads. */
  staticSpinners: void;
  /** No test leaves holds behind, of which an account may have only three. */
  holdCleanup: void;
}

interface WorkerFixtures {
  /** Its dist/ is served; a test of another build overrides it. */
  siteFolder: string;
  /** Additional environment variables of the server. */
  siteEnvironment: NodeJS.ProcessEnv;
  /** Built, with this worker's own data. */
  site: BuiltServer;
}

export const test = base.extend<TestFixtures & { expectedErrors: RegExp[] }, WorkerFixtures>({
  siteFolder: ['.', { scope: 'worker' }],
  siteEnvironment: [{}, { scope: 'worker' }],

  site: [
    async ({ siteFolder, siteEnvironment }, use) => {
      const dataDir = copyPreparedData();
      const server = await startBuiltServer(dataDir, siteFolder, siteEnvironment);
      await use(server);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ site }, use) => {
    await use(site.url);
  },

  /** Its `goto` and `reload` end when the page handles input, unless the test says what else to wait for. */
  page: async ({ page, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (javaScriptEnabled && !options?.waitUntil) await expectInteractive(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      if (javaScriptEnabled && !options?.waitUntil) await expectInteractive(page);
      return response;
    };
    await use(page);
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the braces that nothing is needed
  expectedErrors: async ({}, use) => {
    await use([]);
  },

  expectError: async ({ expectedErrors }, use) => {
    await use((pattern) => void expectedErrors.push(pattern));
  },

  recordedToasts: [
    async ({ context }, use) => {
      await recordToasts(context);
      await use();
    },
    { auto: true },
  ],

  staticSpinners: [
    async ({ context }, use) => {
      await context.addInitScript(() => {
        const styles = new CSSStyleSheet();
        styles.replaceSync(
          '@media (prefers-reduced-motion: reduce) { .MuiCircularProgress-root { animation: none !important } }',
        );
        document.adoptedStyleSheets.push(styles);
      });
      await use();
    },
    { auto: true },
  ],

  holdCleanup: [
    async ({ context, site }, use) => {
      let hasOrdered = false;
      context.on('request', (request) => {
        hasOrdered ||= request.url().endsWith(paths.createPayment);
      });
      await use();
      if (hasOrdered) await releaseHolds(site.url);
    },
    { auto: true },
  ],

  noBrowserErrors: [
    async ({ browser, context, site, expectedErrors }, use, testInfo) => {
      const errors: string[] = [];
      const listenTo = (openedContext: BrowserContext) => {
        openedContext.on('console', (message) => {
          if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
        });
        openedContext.on('weberror', (failure) =>
          errors.push(failure.error().stack ?? failure.error().message),
        );
      };
      const logBefore = site.log().length;
      listenTo(context);
      browser.on('context', listenTo); // contexts that a test opens: another visitor
      await use();
      browser.off('context', listenTo);

      const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
      if (unexpected.length > 0 || testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server log', { body: site.log().slice(logBefore), contentType: 'text/plain' });
      }
      expect(unexpected, 'errors the browser reported').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
