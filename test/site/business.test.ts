import { expect, test } from 'vitest';
import { brand } from '../../domain/content/brand.ts';
import { builtBusiness, demoDetails, type ShownBusiness } from '../../domain/content/business.ts';
import { FRAME, NOT_FOUND, publicPaths } from '../../domain/content/sitePaths.ts';
import { apiRoom } from '../fixtures/apiRoom.ts';
import { post } from '../fixtures/blog.ts';
import {
  postPage,
  roomPages,
  staticPages,
  blogPage as blogPageOf,
} from '../../src/app/prerendering/publicPages.ts';
import { renderFrame, renderPage } from '../../src/app/prerendering/renderPage.tsx';

/* Every page shows the business as an owner has entered it at the desk, and nothing of the demo. */

const ORIGIN = 'https://adyarrooms.example';
const business: ShownBusiness = {
  name: 'Adyar Rooms LLP',
  address: '4, Lattice Bridge Road, Adyar, Chennai 600020',
  gstin: '33AAACH7409R1Z8',
  phone: '+91 44 2441 5000',
  email: 'desk@adyarrooms.example',
  map: 'https://maps.app.goo.gl/adyar',
  whatsapp: '+919840012345',
  social: {
    Instagram: 'https://www.instagram.com/adyarrooms',
    YouTube: null,
    Facebook: null,
    LinkedIn: null,
    X: null,
  },
  year: 2027,
};
const ofTheDemo = [
  builtBusiness.name,
  builtBusiness.address,
  builtBusiness.gstin,
  builtBusiness.phone,
  builtBusiness.email,
  ...Object.values(builtBusiness.social).filter((href) => href !== null),
];

const policyText = { text: '## Our rules\n\nRooms are left as they were found.', changed_on: '2027-01-02' };
const content = { rooms: [apiRoom], policyText, business };
const pages = [
  ...staticPages(ORIGIN, content),
  ...roomPages([apiRoom], ORIGIN, content),
  blogPageOf({ results: [post], total_pages: 1, current_page: 1 }, ORIGIN),
  postPage(post, ORIGIN),
];

/** Body and structured data. */
async function shownOn(path: string): Promise<string> {
  if (path === FRAME) return (await renderFrame({ business })).html;
  const page = pages.find((each) => each.path === path);
  const { html } = await renderPage(path === NOT_FOUND ? `/${path}` : path, {
    ...page?.data,
    business,
  });
  return html + JSON.stringify(page?.structuredData ?? null);
}

test.each([...new Set([...publicPaths, ...pages.map(({ path }) => path), FRAME, NOT_FOUND])])(
  '%s names the business that the owner entered, and nothing of the demo',
  async (path) => {
    const shown = await shownOn(path);
    for (const detail of [business.address, business.gstin, business.phone, business.email, business.name])
      expect(shown).toContain(detail);
    for (const detail of [...ofTheDemo, brand.business.demoNote]) expect(shown).not.toContain(detail);
    expect(shown).toContain('© 2025–2027 Litrooms');
    expect(shown).toContain('href="https://wa.me/919840012345"');
    expect(shown).toContain('href="https://www.instagram.com/adyarrooms"');
  },
);

test.each(['/terms', '/privacy', '/cancellation-policy'])(
  '%s shows the text that the owner saved and the date of its change, and no notice of the demo',
  async (path) => {
    const shown = await shownOn(path);
    expect(shown).toContain('Our rules');
    expect(shown).toContain('Rooms are left as they were found.');
    expect(shown).toContain('Last changed on');
    expect(shown).not.toContain('Demo text');
  },
);

test('the structured data of the home page is that of the business', async () => {
  const home = pages.find(({ path }) => path === '/');
  expect(home?.structuredData).toMatchObject({
    legalName: business.name,
    telephone: business.phone,
    email: business.email,
    address: business.address,
    taxID: business.gstin,
    sameAs: ['https://www.instagram.com/adyarrooms'],
  });
});

test('a page without a changed business is that of the build, with the notice of the demo and the copyright line of the specification', async () => {
  const { html } = await renderPage('/terms', {
    policyText: { key: 'terms', data: { text: null, changed_on: null } },
  });
  expect(html).toContain('© 2025 Litrooms');
  expect(html).toContain(builtBusiness.gstin);
  expect(html).toContain(brand.business.demoNote);
  expect(html).toContain('Demo text');
});

test('the details that are still those of the demo are named, one by one', () => {
  expect(demoDetails(builtBusiness)).toEqual(['name', 'address', 'GSTIN', 'phone number', 'email address']);
  expect(demoDetails({ ...business, phone: builtBusiness.phone })).toEqual(['phone number']);
  expect(demoDetails(business)).toEqual([]);
});
