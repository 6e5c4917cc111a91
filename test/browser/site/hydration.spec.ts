import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { publicPaths } from '../../../domain/content/sitePaths.ts';
import { type BuiltServer, startBuiltServer } from '../builtServer.ts';
import { buildWithDevelopmentReact } from '../developmentReact.ts';
import { copyPreparedData } from '../site.ts';
import { expectHydrated } from '../visitorActions.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

let server: BuiltServer;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = copyPreparedData();
  server = await startBuiltServer(dataDir, await buildWithDevelopmentReact());
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

declare global {
  /** Before any of our scripts ran. */
  var prerenderedElements: Element[];
}

/** The slots that replace the placeholders come from the server right after hydration. */
const PLACEHOLDER = '.MuiSkeleton-root, [aria-hidden]:has(> .MuiSkeleton-root)';
const comparedElements = 'header, main, h1, main *, footer';

/** Opens a page and returns what React reported, and which of the page's elements were replaced. */
async function hydrate(page: Page, path: string): Promise<{ reported: string[]; replaced: string[] }> {
  const reported: string[] = [];
  page.on('console', (message) => {
    // The browser reports the status 404 of an unknown path.
    const isStatus =
      message.text().startsWith('Failed to load resource') && message.location().url.endsWith(path);
    if (['error', 'warning'].includes(message.type()) && !isStatus) reported.push(message.text());
  });
  page.on('pageerror', (error) => reported.push(error.message));
  await page.addInitScript((selector) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        globalThis.prerenderedElements = [...document.querySelectorAll(selector)];
    });
  }, comparedElements);
  await page.goto(server.url + path);
  // The running system finds the session; the page was prerendered without one.
  await expectHydrated(page);
  const replaced = await page.evaluate((placeholder) => {
    if (prerenderedElements.length < 5) return ['the page came without content'];
    return prerenderedElements
      .filter((element) => !element.isConnected && !element.matches(placeholder))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, PLACEHOLDER);
  return { reported, replaced };
}

test('the browser runs React’s development build, which reports differences', async ({ page }) => {
  const start = page.waitForResponse(/\/assets\/vendor-/);
  await page.goto(server.url);
  expect(await (await start).text()).toContain("didn't match the client properties");
});

for (const path of [...publicPaths, '/blog/1', '/nowhere']) {
  test(`${path} is hydrated without a difference`, async ({ page }) => {
    expect(await hydrate(page, path)).toEqual({ reported: [], replaced: [] });
  });
}

test('a page that differs from the prerendered one is reported', async ({ page }) => {
  await page.route(`${server.url}/about-us`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/(<h1[^>]*>)/, '$1Another: ') });
  });
  const { reported, replaced } = await hydrate(page, '/about-us');
  expect(reported.join('\n')).toMatch(/Hydration failed/);
  expect(replaced).not.toEqual([]);
});

test('an attribute that differs is reported', async ({ page }) => {
  await page.route(`${server.url}/about-us`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(
        '<main id="main" tabindex="-1"',
        '<main id="main" tabindex="-1" class="other"',
      ),
    });
  });
  expect((await hydrate(page, '/about-us')).reported.join('\n')).toMatch(/hydrat/);
});
