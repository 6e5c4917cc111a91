import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type HTMLElement, Window } from 'happy-dom';
import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brand } from '../../../domain/content/brand.ts';
import { postPath, publicPaths } from '../../../domain/content/sitePaths.ts';
import { buildIfStale } from '../../../scripts/build.mjs';
import { startServer, type TestServer } from '../startServer.ts';

/* The pages that the server sends of the built site, as a visitor without scripts and a search engine read them. */

let server: TestServer;
let reader: Window;
beforeAll(async () => {
  buildIfStale();
  server = await startServer({ siteRoot: 'dist' });
  reader = new Window();
});
afterAll(async () => {
  await reader.happyDOM.close();
  await server.close();
});

const textOf = (element: HTMLElement | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

async function read(path: string) {
  const response = await fetch(server.url + path);
  const page = new reader.DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.querySelector('main') as HTMLElement;
  return {
    status: response.status,
    page,
    main,
    heading: textOf(main.querySelector('h1')),
    text: textOf(main),
    linkIn: (part: { querySelectorAll: HTMLElement['querySelectorAll'] }, name: string) =>
      Array.from(part.querySelectorAll('a'))
        .find((link) => textOf(link) === name)
        ?.getAttribute('href'),
    head: (selector: string, attribute = 'content') =>
      page.head.querySelector(selector)?.getAttribute(attribute) ?? '',
    structured: (): unknown =>
      JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? ''),
  };
}

/** A text of each page that must be there without any script. */
const expectedTexts: Readonly<Record<string, RegExp>> = {
  '/meeting-room': /Marina Huddle.*₹350/,
  '/blog': /The agenda that fits|Plan next year/,
  '/login': /Email Address.*Password.*Login/,
};

test.each(publicPaths)('%s has its content, its links and its own head', async (path) => {
  const { status, page, text, heading, head, linkIn } = await read(path);
  expect(status).toBe(200);
  expect(heading).not.toBe('');
  expect(text).toMatch(expectedTexts[path] ?? /\w+/);
  expect(linkIn(page.querySelector('header') as HTMLElement, 'SIGN IN')).toBe('/login');
  expect(linkIn(page, 'Meeting Rooms')).toBe('/meeting-room');

  expect(head('meta[name="description"]')).toMatch(/^.{60,165}$/);
  expect(head('meta[property="og:description"]')).toBe(head('meta[name="description"]'));
  expect(head('meta[property="og:title"]')).toBe(page.title);
  expect(new URL(head('link[rel="canonical"]', 'href')).pathname).toBe(path);
  const socialImage = new URL(head('meta[property="og:image"]')).pathname;
  expect((await fetch(server.url + socialImage)).headers.get('content-type')).toBe('image/jpeg');
  expect(page.querySelectorAll('meta[name="robots"]')).toHaveLength(0);
});

test('no two pages have the same title or description', async () => {
  const heads = await Promise.all(publicPaths.map(read));
  for (const own of [
    heads.map(({ page }) => page.title),
    heads.map(({ head }) => head('meta[name="description"]')),
  ]) {
    expect([...new Set(own)]).toEqual(own);
  }
});

test('a post is readable, with its own picture for shared links', async () => {
  const { heading, text, head, structured } = await read('/blog/1');
  expect(heading).toBe('The agenda that fits on an index card');
  expect(text).toContain('Why questions work better than topics');
  expect(head('meta[property="og:image"]')).toMatch(/post-01\.jpg$/);
  expect(structured()).toMatchObject({ '@type': 'BlogPosting', datePublished: '2025-01-08' });
});

test('a room has a page of its own, with its picture for shared links and its price for machines', async () => {
  const { status, heading, text, main, head, linkIn, structured } = await read('/meeting-room/banyan-studio');
  expect([status, heading]).toEqual([200, 'Banyan Studio']);
  for (const part of [
    '41, Aalamaram',
    'U-shape',
    '12 seats',
    'Projector',
    '₹1,298.00 with 18% GST',
    '50% refund',
  ]) {
    expect(text).toContain(part);
  }
  expect(linkIn(main, 'Open the map')).toMatch(/Lattice\+Bridge\+Road/);
  expect(head('meta[property="og:image"]')).toMatch(/room-05-u-shape-12\.jpg$/);
  expect(head('link[rel="canonical"]', 'href')).toMatch(/\/meeting-room\/banyan-studio$/);
  expect(structured()).toMatchObject({
    '@graph': [
      { '@type': 'MeetingRoom', name: 'Banyan Studio', maximumAttendeeCapacity: 12 },
      { '@type': 'Offer', priceSpecification: { price: '1298.00', priceCurrency: 'INR' } },
      { '@type': 'BreadcrumbList' },
    ],
  });
});

test('an unknown path has an error page and the status 404', async () => {
  const { status, heading } = await read('/nowhere');
  expect([status, heading]).toEqual([404, 'There is no room behind this door']);
});

test.each(['/profile', '/my-bookings', '/meeting-room/booking', '/blog?page=2'])(
  '%s, which needs scripts, says so and names an alternative',
  async (path) => {
    const { page, main, heading, linkIn } = await read(path);
    expect(page.querySelector('nav')).not.toBeNull();
    expect(heading).toBe('This page needs JavaScript');
    expect(linkIn(main, brand.contact.email)).toBe(`mailto:${brand.contact.email}`);
    expect(linkIn(main, 'Rooms and prices')).toBe('/meeting-room');
  },
);

test.each([
  ['/login', 'Signing in needs JavaScript'],
  ['/join-us', 'Joining needs JavaScript'],
  ['/meeting-room', 'booking needs JavaScript'],
  ['/', 'Sending a message from here needs JavaScript'],
  ['/about-us', 'Sending a message from here needs JavaScript'],
])('%s names another way to reach us next to each form', async (path, sentence) => {
  const { main, linkIn } = await read(path);
  const notices = Array.from(main.querySelectorAll('noscript')).filter((notice) =>
    textOf(notice.querySelector('strong')).includes(sentence),
  );
  expect(notices).not.toEqual([]);
  for (const notice of notices) expect(linkIn(notice, brand.contact.phone)).toMatch(/^tel:\+91\d+$/);
  expect(main.querySelectorAll('form').length).toBeGreaterThan(0);
});

test('the sitemap, the icons and robots.txt are served', async () => {
  const fetchText = async (path: string) => (await fetch(server.url + path)).text();
  const sitemap = await fetchText('/sitemap.xml');
  const listedPaths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );
  expect(listedPaths).toEqual(expect.arrayContaining([...publicPaths, '/blog/1', '/blog/20']));
  for (const path of listedPaths) expect((await fetch(server.url + path)).status, path).toBe(200);
  expect(await fetchText('/robots.txt')).toMatch(/^Sitemap: https?:\/\/.*\/sitemap\.xml$/m);
  const { icons } = JSON.parse(await fetchText('/manifest.webmanifest')) as { icons: { src: string }[] };
  for (const path of [...icons.map(({ src }) => src), '/icons/apple-touch-icon.png']) {
    expect((await fetch(server.url + path)).headers.get('content-type'), path).toMatch(/^image\//);
  }
});

test('the Content-Security-Policy allows the inline script of the pages, and the guide has its hash', async () => {
  const hashes = new Set<string>();
  for (const path of [...publicPaths, '/blog/1', '/nothing-here']) {
    const response = await fetch(server.url + path);
    const [, hash = ''] =
      /script-src 'self'[^;]* ('sha256-[^']+');/.exec(
        response.headers.get('content-security-policy') ?? '',
      ) ?? [];
    const scripts = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/gs)];
    expect(scripts, path).toHaveLength(1);
    expect(hash, path).toBe(
      `'sha256-${createHash('sha256')
        .update(scripts[0]?.[1] ?? '')
        .digest('base64')}'`,
    );
    hashes.add(hash);
  }
  expect(hashes.size).toBe(1);
  expect(readFileSync('docs/two-origins.md', 'utf8')).toContain([...hashes][0]);
});

const documents = [...publicPaths, postPath(1), postPath(20), '/meeting-room/booking', '/nowhere'];

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // The pages are generated: their layout does not matter.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'off',
    // Implicit roles of lists and sections are repeated for a screen reader that drops them.
    'no-redundant-role': 'off',
    // A link without a target is one on purpose (ruling 23).
    'prefer-native-element': 'off',
    // Phone numbers and texts wrap where the design allows it.
    'tel-non-breaking': 'off',
    // What this rule calls invalid, an id of React's useId, is valid in HTML.
    'valid-id': ['error', { relaxed: true }],
  },
});

test.each(documents)('the document of %s is valid HTML', async (path) => {
  const { results } = await validator.validateString(await (await fetch(server.url + path)).text());
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
  expect(problems).toEqual([]);
});

/** How the business is called and written to. */
const contactLinks = [`tel:${brand.contact.phone.replaceAll(' ', '')}`, `mailto:${brand.contact.email}`];

test('every link of every page has a target or is marked as unavailable', async () => {
  const hrefs = new Set<string>();
  const withoutTarget: string[] = [];
  for (const path of documents) {
    const links = Array.from((await read(path)).page.querySelectorAll('a, [role="link"]'));
    expect(links.length, path).toBeGreaterThan(10);
    for (const link of links) {
      const href = link.getAttribute('href') ?? '';
      if (href !== '' && href !== '#') hrefs.add(new URL(href, server.url + path).href);
      else if (link.getAttribute('aria-disabled') !== 'true')
        withoutTarget.push(`${path}: ${link.textContent}`);
    }
  }
  expect(withoutTarget).toEqual([]);

  const urls = Array.from(hrefs, (href) => new URL(href));
  const contacts = urls.filter(({ protocol }) => ['tel:', 'mailto:'].includes(protocol));
  expect(contactLinks).toEqual(expect.arrayContaining(contacts.map(({ href }) => href)));
  // Other hosts cannot be reached from the tests.
  const others = urls.filter((url) => !contacts.includes(url) && url.origin !== server.url);
  expect(others.filter(({ protocol }) => protocol !== 'https:')).toEqual([]);
  const own = urls.filter(({ origin, pathname }) => origin === server.url && pathname !== '/nowhere');
  expect(own.length).toBeGreaterThan(10);
  for (const { pathname } of own) expect((await fetch(server.url + pathname)).status, pathname).toBe(200);
});
