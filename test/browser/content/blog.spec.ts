import type { Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll, createScreenCheck } from '../accessible.ts';
import { expect, test } from '../site.ts';

const PICTURES = /\/images\/post-\d+/;

const posts = (page: Page) => page.getByRole('region', { name: 'Posts' });
const titles = (page: Page) => posts(page).getByRole('heading', { level: 2 });
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of the blog' });
const openPage = (page: Page, number: number) =>
  pager(page)
    .getByRole('link', { name: `Page ${number}`, exact: true })
    .click();
const currentPageLink = (page: Page) => pager(page).locator('[aria-current="page"]');
const topPositions = (page: Page) =>
  titles(page).evaluateAll((all) =>
    all.map((title) => Math.round(title.closest('article')?.getBoundingClientRect().top ?? 0)),
  );
/** The hydrated list: before that, its links load documents. */
async function openBlog(page: Page): Promise<void> {
  await page.goto('/blog');
  await expect(page.locator('[data-flow="blog"]')).toHaveAttribute('data-state', 'open');
  await expect(titles(page)).toHaveCount(8);
}
const unavailableResponse = {
  status: 503,
  json: { error: { code: 'unavailable', message: 'Please try again soon' } },
};

test('two posts are large, the rest stand in three columns', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/blog');
  await expect(page.getByRole('heading', { level: 1, name: 'The Blog' })).toBeVisible();
  await expect(titles(page)).toHaveCount(8);
  const widths = await posts(page)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().width)));
  expect(new Set(widths.slice(0, 2)).size).toBe(1);
  expect(widths[0]).toBeGreaterThan((widths[2] ?? 0) * 1.4);
  const [first, second, ...rest] = await topPositions(page);
  expect(second).toBe(first);
  expect(rest.slice(0, 3)).toEqual([rest[0], rest[0], rest[0]]);
  expect(rest.slice(3)).toEqual([rest[3], rest[3], rest[3]]);

  await page.setViewportSize({ width: 768, height: 900 });
  const [, , ...onTablet] = await topPositions(page);
  expect(onTablet[1]).toBe(onTablet[0]);
  expect(onTablet[2]).toBeGreaterThan(onTablet[0] ?? 0);

  await page.setViewportSize({ width: 360, height: 780 });
  const onPhone = await topPositions(page);
  expect(new Set(onPhone).size).toBe(8);
});

test('another page is fetched, and reload, Back and a shared address show the right page', async ({
  page,
}) => {
  await openBlog(page);
  const newestTitle = await titles(page).first().innerText();
  await openPage(page, 2);
  await expect(page).toHaveURL(/\/blog\?page=2$/);
  await expect(currentPageLink(page)).toHaveAccessibleName('Page 2');
  await expect(page.getByRole('status').getByText('Page 2 of 3')).toBeAttached();
  await expect(titles(page).first()).not.toHaveText(newestTitle);
  await expect(posts(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.reload();
  await expect(currentPageLink(page)).toHaveAccessibleName('Page 2');
  await expect(page).toHaveTitle(/^The Blog, page 2/);
  await page.goBack();
  await expect(titles(page).first()).toHaveText(newestTitle);
  await expect(currentPageLink(page)).toHaveAccessibleName('Page 1');
  await page.goForward();
  await expect(currentPageLink(page)).toHaveAccessibleName('Page 2');
  await pager(page).getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=3$/);
  await expect(pager(page).getByRole('link', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
});

test('a picture that cannot be loaded is the faded placeholder', async ({ page, expectError }) => {
  expectError(/images\/post-/);
  await page.route(PICTURES, (route) => route.abort());
  await page.goto('/blog');
  const picture = posts(page).getByRole('article').first().locator('img');
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toContain('/placeholder');
  expect(Number(await picture.evaluate((img) => getComputedStyle(img).opacity))).toBeLessThan(1);
});

test('going back from a post restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await openBlog(page);
  const link = titles(page).nth(5).getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const scrollPosition = await page.evaluate(() => scrollY);
  expect(scrollPosition).toBeGreaterThan(1000);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The Blog');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(titles(page)).toHaveCount(8);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition);
  // Also when everything is loaded again.
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition);
});

test('a page that is opened by its address begins at the top, also after another page was scrolled', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await openBlog(page);
  await titles(page).nth(5).getByRole('link').scrollIntoViewIfNeeded();
  const menu = page.getByRole('button', { name: 'Open menu' });
  for (const path of ['/about-us', '/blog']) {
    await page.goto(path);
    // The menu opens only after the page has its scripts, which restore positions.
    await menu.click();
    await expect(page.getByRole('link', { name: 'Meeting Rooms' }).first()).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await page.evaluate(() => scrollTo(0, 1000));
  }
});

test('a post has links to its neighbours and to the blog', async ({ page }) => {
  await openBlog(page);
  await titles(page).getByRole('link', { name: 'A product launch in ninety minutes' }).click();
  await expect(page).toHaveURL(/\/blog\/19$/);
  const article = page.getByRole('article');
  await expect(
    article.getByRole('heading', { level: 1, name: 'A product launch in ninety minutes' }),
  ).toBeVisible();
  await expect(article).toContainText('Karthik Selvaraj');
  await expect(article.getByText('1 October 2025')).toHaveAttribute('datetime', '2025-10-01');
  await expect(article.getByText(/^\d+ min read$/)).toBeVisible();
  expect(await article.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2);
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('navigation', { name: 'Other posts' }).getByRole('link', { name: /Newer/ }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Plan next year before the crackers' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /Newer/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'All posts' }).click();
  await expect(page).toHaveURL(/\/blog$/);
});

test('Markdown of a post cannot contain markup, scripts or links that run scripts', async ({ page }) => {
  const body = [
    '# A heading like the title’s',
    'Text with [a page](/meeting-room), [a site](https://example.com/x), [a script](javascript:alert(1)),',
    '[another one](JAVASCRIPT:alert(1)), [data](data:text/html,x), [elsewhere](//evil.example/) and',
    '[a name before](https://bank.example@evil.example/).',
    '',
    '<img src=x onerror="document.title=1"> <script>document.title = 1</script>',
    '',
    '<iframe src="/blog"></iframe>',
    '',
    '![from elsewhere](https://evil.example/x.png) ![ours](/images/post-02.jpg)',
    '',
    '| a rather wide column | another wide column | and one more of them | the last column |',
    '| --- | --- | --- | --- |',
    '| 1 | 2 | 3 | 4 |',
    '',
    '```',
    'a line of code that is much longer than the screen of any phone that people carry around with them',
    '```',
  ].join('\n');
  await page.route(`**${paths.blogPost(7)}`, (route) =>
    route.fulfill({
      json: {
        id: 7,
        title: 'A post',
        author: 'Somebody',
        date: '2025-04-02',
        image: '/images/post-07.jpg',
        summary: 'About nothing.',
        body,
        older: null,
        newer: null,
      },
    }),
  );
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/blog/7');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(['A post']);
  await expect(article.getByRole('heading', { level: 2 })).toHaveText(['A heading like the title’s']);
  expect(
    await article.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['/meeting-room', 'https://example.com/x']);
  await expect(article).toContainText('<script>document.title = 1</script>');
  await expect(article.locator('script, iframe, [onerror]')).toHaveCount(0);
  expect(
    await article.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src'))),
  ).toEqual(['/images/post-07.jpg', '/images/post-02.jpg']);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the Markdown code is loaded with a post, not with the list', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  const hasMarkdownCode = () => scripts.some((script) => script.includes('disableParsingRawHTML'));
  await openBlog(page);
  expect(hasMarkdownCode()).toBe(false);
  await titles(page).first().getByRole('link').click();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect.poll(hasMarkdownCode).toBe(true);
});

test('the blog and its posts are accessible', async ({ page, expectError }) => {
  expectError(/50[03]|404/);
  const checkScreens = await createScreenCheck(page);
  await openBlog(page);
  await checkScreens();
  await page.goto('/blog/5');
  await expect(page.getByRole('article')).toBeVisible();
  await checkScreens();
  await page.goto('/blog/none');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkScreens();
  await openBlog(page);
  await page.route('**/api/blog/**', (route) => route.fulfill(unavailableResponse));
  await openPage(page, 2);
  await expect(page.getByRole('alert')).toBeVisible();
  await checkScreens();
  await page.goto('/blog?page=2');
  const failure = page.getByRole('alert').filter({ hasText: 'The blog could not be loaded' });
  await expect(failure).toBeVisible();
  const placeholder = failure.locator('img');
  await expect(placeholder).toHaveJSProperty('complete', true);
  expect(await placeholder.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('/placeholder');
  expect(Number(await placeholder.evaluate((img) => getComputedStyle(img).opacity))).toBeLessThan(1);
  await checkScreens();
});

test('the blog works by keyboard alone', async ({ page }) => {
  await openBlog(page);
  await pager(page).getByRole('link', { name: 'Page 2', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(posts(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(titles(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blog\/\d+$/);
});
