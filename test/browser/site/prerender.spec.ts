import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { publicPaths } from '../../../domain/content/sitePaths.ts';
import { isFullRun } from '../../fullRun.ts';
import { publishEvent } from '../publishEvent.ts';
import { delayRoute } from '../routes.ts';
import { expect, test } from '../site.ts';
import { expectHydrated, member, signIn } from '../visitorActions.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages have their final styles, and show no form that cannot work', async ({ page }) => {
    for (const path of ['/login', '/join-us', '/meeting-room', '/', '/about-us']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The bar is a row, not a list.
      expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(100);
      const main = page.getByRole('main');
      await expect(main.locator('noscript strong')).toBeVisible();
      await expect(main.locator('form:not(:visible)')).not.toHaveCount(0);
      await expect(main.locator('form:visible')).toHaveCount(0);
      await expect(main.getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
    }
  });

  test('the features unfold', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Features' }).hover();
    await page.getByRole('banner').getByRole('link', { name: 'Event & Training' }).click();
    await expect(page).toHaveURL(/\/event-training$/);
  });
});

/** In the order in which the page requests them. */
function recordScripts(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requested.push(new URL(request.url()).pathname);
  });
  return requested;
}

/** The part of the packages that every page needs: no page is hydrated before it arrives. */
const VENDOR = '**/assets/vendor-*.js';

/** Of modules of src/content/ and of all modules that they import statically. */
function filesOf(names: readonly string[]): Set<string> {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string; imports?: string[] }
  >;
  const keys = new Set<string>();
  const visit = (key: string): void => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const name of names) {
    if (!manifest[`src/content/${name}`]) throw new Error(`${name} is not loaded by itself`);
    visit(`src/content/${name}`);
  }
  return new Set([...keys].map((key) => `/${manifest[key]?.file}`));
}

test('the document of a page requests its scripts all at once', async ({ page }) => {
  // The sections that are hydrated when their code is there.
  const deferred = filesOf([
    'enquiry/EventEnquiry.tsx',
    'enquiry/ContactMessage.tsx',
    'home/HeroSearch.tsx',
    'home/HomeSections.tsx',
  ]);
  for (const path of [...publicPaths, '/blog/1']) {
    const requested = recordScripts(page);
    // No script runs until the one that is held comes, so those before it are requested by the document.
    const letThrough = await delayRoute(page, VENDOR);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const listed = await page
      .locator('link[rel="modulepreload"], script[src]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
      );
    expect(listed.length, path).toBeGreaterThan(2);
    await expect.poll(() => listed.filter((file) => !requested.includes(file)), path).toEqual([]);
    letThrough();
    await expectHydrated(page);
    await page.unrouteAll({ behavior: 'wait' });
    // The API client is loaded with the first call, the phone rules with their field.
    expect(
      requested.filter(
        (file) =>
          !listed.includes(file) &&
          !deferred.has(file) &&
          !/\/(axios|phoneNumbers|parsePhoneNumber)-/.test(file),
      ),
      path,
    ).toEqual([]);
    page.removeAllListeners('request');
  }
});

test('a page has its fonts without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await page.goto('/about-us');
  await expect.poll(() => fonts.length).toBe(2);
  await context.close();
});

for (const [path, picture] of [
  ['/', /\/hero-coworking-/],
  ['/meeting-room', /\/room-01-/],
] as const) {
  test(`the first picture of ${path} has priority only where it is on the first screen`, async ({ page }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.enable');
    const priorities: string[] = [];
    devTools.on('Network.requestWillBeSent', ({ request }) => {
      if (picture.test(request.url)) priorities.push(request.initialPriority);
    });
    for (const [width, height, priority] of [
      [390, 664, 'Low'],
      [1280, 800, 'High'],
    ] as const) {
      // A page that is made wider requests a larger picture.
      await page.goto('about:blank');
      await page.setViewportSize({ width, height });
      priorities.length = 0;
      await page.goto(path);
      await expect.poll(() => priorities.length).toBeGreaterThan(0);
      expect(priorities[0], `${width} pixels wide`).toBe(priority);
    }
  });
}

const headOf = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    descriptions: [...document.querySelectorAll<HTMLMetaElement>('meta[name="description"]')].map(
      (m) => m.content,
    ),
    canonical: [...document.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(
      (l) => new URL(l.href).pathname,
    ),
  }));

test('going to another page changes title, description and address, and leaves one of each', async ({
  page,
}) => {
  await page.goto('/about-us');
  const aboutHead = await headOf(page);
  await expectHydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Blog' })).toBeVisible();
  const blog = await headOf(page);
  expect(blog).toMatchObject({
    canonical: ['/blog'],
    descriptions: [expect.stringMatching(/^Notes on meetings/)],
  });
  expect(blog.title).not.toBe(aboutHead.title);
  expect(aboutHead).toMatchObject({ canonical: ['/about-us'], descriptions: [expect.any(String)] });
});

test('the page of a link is fetched when the visitor comes near the link, and no file twice', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeVisible();
  expect(scripts.filter((url) => url.includes('AboutPage'))).toEqual([]);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' });
  await link.hover();
  await expect.poll(() => scripts.filter((url) => url.includes('AboutPage'))).toHaveLength(1);
  await link.click();
  await expect(page).toHaveTitle(/^About/);
  expect(scripts).toEqual([...new Set(scripts)]);
});

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/**
 * The page's own time when all of its document has been painted: until then, elements move as a busy browser reads and paints it
 * in pieces.
 */
const afterPaint = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return performance.now();
  });

/** Shift without input since a page's time, as browsers measure it, and the shifted elements. */
const layoutShift = (page: Page, since: number) =>
  page.evaluate(
    (begin) =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        const shifts: LayoutShift[] = [];
        const observer = new PerformanceObserver((list) => {
          shifts.push(...(list.getEntries() as LayoutShift[]).filter(({ startTime }) => startTime > begin));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          const moved = shifts
            .flatMap(({ sources }) => sources)
            .map(({ node }) =>
              (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 150),
            );
          resolve({ sum: shifts.reduce((sum, { value }) => sum + value, 0), moved });
        }, 500);
      }),
    since,
  );

test('hydration inserts no style of an element that the page came with', async ({ page }) => {
  await page.addInitScript(() => {
    const inserted: string[] = [];
    const insertRule = CSSStyleSheet.prototype.insertRule;
    CSSStyleSheet.prototype.insertRule = function insert(rule, index) {
      inserted.push(rule);
      return insertRule.call(this, rule, index);
    };
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const classes = new Set(
        Array.from(document.querySelectorAll('[class]'), ({ classList }) => [...classList]).flat(),
      );
      Object.assign(globalThis, { inserted, classes });
    });
  });
  for (const path of publicPaths) {
    await page.goto(path);
    await expectHydrated(page);
    const { known, again } = await page.evaluate(() => {
      const { inserted, classes } = globalThis as unknown as { inserted: string[]; classes: Set<string> };
      const classesOf = (rule: string) =>
        Array.from(rule.matchAll(/\.(mui-[\w-]+)/g), ([, name]) => name ?? '');
      return {
        known: classes.size,
        again: inserted.filter((rule) => classesOf(rule).some((name) => classes.has(name))),
      };
    });
    expect(known, path).toBeGreaterThan(20);
    expect(again, path).toEqual([]);
  }
});

test('hydration causes no layout shift, signed out or signed in', async ({ page }) => {
  const narrow = [360, 780] as const;
  const wide = [1280, 800] as const;
  const expectNoShift = async (state: RegExp, screens: readonly (readonly [number, number])[]) => {
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      for (const path of ['/', '/meeting-room', '/blog', '/blog/1']) {
        const letThrough = await delayRoute(page, VENDOR);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const before = await afterPaint(page);
        letThrough();
        await expectHydrated(page, state);
        await page.waitForLoadState('networkidle');
        await page.unrouteAll({ behavior: 'wait' });
        const { sum, moved } = await layoutShift(page, before);
        expect(sum, `${path} at ${width}: ${moved.join('\n')}`).toBeLessThan(0.001);
      }
    }
  };
  await expectNoShift(/^signedOut/, isFullRun ? [narrow, wide] : [narrow]);
  await signIn(page, member);
  await expectNoShift(/^signedIn/, isFullRun ? [narrow, wide] : [wide]);
});

/** Opens a page as the first of a new visitor, with fonts that arrive after its first paint. */
async function expectNoShiftByFonts(
  browser: Browser,
  baseURL: string | undefined,
  path: string,
  width: number,
): Promise<void> {
  // Each visitor's first page: the next one has them in the cache.
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height: 780 } });
  const page = await context.newPage();
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/-core-|latin-wght/.test(request.url())) fonts.push(new URL(request.url()).pathname);
  });
  const letThrough = await delayRoute(page, '**/*-core-*.woff2');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(500);
  const before = await afterPaint(page);
  letThrough();
  await expectHydrated(page);
  await page.waitForLoadState('networkidle');
  const { sum, moved } = await layoutShift(page, before);
  expect(sum, `${path} at ${width}: ${moved.join('\n')}`).toBeLessThan(0.01);
  expect(fonts, path).toEqual([expect.stringMatching(/-core-/), expect.stringMatching(/-core-/)]);
  await context.close();
}

test('fonts that load late cause almost no layout shift, and load no others', async ({
  browser,
  baseURL,
}) => {
  const narrowPaths = isFullRun ? publicPaths : (['/', '/meeting-room', '/blog', '/login'] as const);
  for (const path of narrowPaths) await expectNoShiftByFonts(browser, baseURL, path, 360);
  await expectNoShiftByFonts(browser, baseURL, '/meeting-room', 1440);
});

test('fonts that load late cause almost no layout shift on the events page with an event', async ({
  browser,
  baseURL,
  request,
}) => {
  const event = await publishEvent(request, { title: 'Founders over filter coffee', category: 'Networking' });
  try {
    await expectNoShiftByFonts(browser, baseURL, '/event-training', 360);
  } finally {
    await event.remove();
  }
});
