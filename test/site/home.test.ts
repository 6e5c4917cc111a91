import { expect, test } from 'vitest';
import { roomPages, staticPages } from '../../src/app/prerendering/publicPages.ts';
import { renderPage } from '../../src/app/prerendering/renderPage.tsx';
import { apiRoom } from '../fixtures/apiRoom.ts';

/* What the prerendered pages show before a script is loaded. */

const ORIGIN = 'https://litrooms.example';
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

test('the first screen of the home page names the city and the lowest price of the rooms', async () => {
  const home = staticPages(ORIGIN, { lowestPrice: 1320 }).find(({ path }) => path === '/');
  const { html } = await renderPage('/', home?.data ?? {});
  expect(textOf(html)).toContain('Meeting rooms in Chennai from ₹1,320 an hour plus GST: huddles');
  expect(textOf((await renderPage('/', {})).html)).toContain('Meeting rooms in Chennai: huddles');
});

test('the date fields of every page ask for the day first, in every browser', async () => {
  let fields = 0;
  for (const { path, data } of [...staticPages(ORIGIN), ...roomPages([apiRoom], ORIGIN)]) {
    const { html } = await renderPage(path, data);
    expect(html, path).not.toContain('type="date"');
    fields += [...html.matchAll(/placeholder="DD\/MM\/YYYY"/g)].length;
  }
  expect(fields).toBeGreaterThan(2);
});
