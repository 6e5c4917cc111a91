import type { Page } from '@playwright/test';
import { createScreenCheck } from '../accessible.ts';
import { expect, test } from '../site.ts';

/** With their headings (spec 2). */
const pages = [
  {
    path: '/',
    title: /Meeting rooms in Chennai/,
    headings: ['A room that is ready when your people are', "Let's Plan Your Event Together!"],
  },
  {
    path: '/about-us',
    title: /^About us/,
    headings: ['About Us', 'Why Litrooms', 'Our Vision'],
  },
  {
    path: '/event-training',
    title: /^Event & Training/,
    headings: ['Currently under development'],
  },
] as const;

/** Scrolls through the page, so that every picture is requested. */
async function expectPicturesLoaded(page: Page): Promise<void> {
  for (const picture of await page.locator('main img:visible').all()) await picture.scrollIntoViewIfNeeded();
  const broken = page.locator('main img:visible').evaluateAll(async (pictures: HTMLImageElement[]) => {
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    return pictures.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
  });
  expect(await broken).toEqual([]);
}

for (const { path, title, headings } of pages) {
  test(`${path} has its headings and pictures and is accessible`, async ({ page }) => {
    const checkScreens = await createScreenCheck(page);
    const expectContent = async () => {
      for (const heading of headings) {
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectPicturesLoaded(page);
    };
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expectContent();
    await checkScreens();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectContent();
  });
}
