import type { Page } from '@playwright/test';
import { createScreenCheck } from './accessible.ts';
import { expect, test } from './site.ts';

/** The headings of each page (spec 2). */
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

test('the about page names five reasons and the five parts of the business', async ({ page }) => {
  await page.goto('/about-us');
  await expect(page.getByRole('region', { name: 'Why Litrooms' }).getByRole('listitem')).toHaveCount(5);
  const services = page.getByRole('region', { name: 'Five kinds of help' });
  for (const service of [
    'Marketplace and networking',
    'HR support',
    'Meeting and studio booking',
    'Digital marketing and transformation',
    'Business travel and conferences',
  ]) {
    await expect(services.getByRole('heading', { name: service })).toBeVisible();
  }
});

test('the events page’s search box takes text and does nothing else', async ({ page }) => {
  await page.goto('/event-training');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const box = page.getByRole('searchbox', { name: 'Search events and training' });
  await box.fill('chairing in two languages');
  await box.press('Enter');
  await expect(box).toHaveValue('chairing in two languages');
  await expect(page).toHaveURL(/\/event-training$/);
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('the footer of every page has the links of the specification', async ({ page }) => {
  await page.goto('/about-us');
  const footer = page.getByRole('contentinfo');
  const footerSection = (name: string) => footer.getByRole('navigation', { name });
  for (const [name, path] of [
    ['Home', '/'],
    ['About Us', '/about-us'],
    ['Blogs', '/blog'],
    ['Contact Us', '/about-us#contact'],
  ] as const) {
    await expect(footerSection('Quick Links').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      path,
    );
  }
  await expect(footerSection('Features').getByRole('link', { name: 'Meeting Rooms' })).toHaveAttribute(
    'href',
    '/meeting-room',
  );
  await expect(footerSection('Features').getByRole('link', { name: 'Event & Training' })).toHaveAttribute(
    'href',
    '/event-training',
  );
  await expect(
    footerSection('Features').getByRole('link', { name: 'B2B Connect (not available yet)' }),
  ).toBeDisabled();
  for (const name of ['Web Hosting', 'Web Development', 'Digital Marketing', 'AI Consulting']) {
    await expect(footerSection('Other Services').getByRole('link', { name })).toHaveAttribute(
      'href',
      /^https:/,
    );
  }
  for (const name of ['Instagram', 'YouTube', 'Facebook', 'LinkedIn', 'X']) {
    await expect(footer.getByRole('link', { name: `${name} (opens in a new tab)` })).toHaveAttribute(
      'href',
      /^https:/,
    );
  }
  await expect(footer).toContainText('© 2025 Litrooms');
  await expect(footer).toContainText('Developed by');
});
