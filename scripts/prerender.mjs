// @ts-check The last step of the build: prerenders every public page to a file with its content, styles and head, so
// that it can be read before its scripts are loaded and without any.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What React puts before the rest because it belongs in the head. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;

/** Signs of a part that was not rendered: it waited for something, or it threw. */
const UNFINISHED = /<!--\$[!?]-->|<template\b/;

/** A class name that only a development build gives: production React would not see that it differs, and restyle. */
const DEVELOPMENT_CLASS = /class="[^"]*-Mui\w+-root"/;

/** The module of each page, by its file's name: what it needs is fetched together with the scripts of every page. */
const modules = {
  '/': 'HomePage',
  '/about-us': 'AboutPage',
  '/blog': 'BlogPage',
  '/meeting-room': 'MeetingRoomPage',
  '/event-training': 'EventTrainingPage',
  '/login': 'LoginPage',
  '/join-us': 'JoinUsPage',
  '/terms': 'TermsPage',
  '/privacy': 'PrivacyPage',
  '/cancellation-policy': 'CancellationPolicyPage',
};

/**
 * The scripts that a page needs besides the first one, which loads them in parallel (src/main.ts).
 * @param {string} site folder of the built client
 */
function partsOfPages(site) {
  /** @type {Record<string, {file: string, imports?: string[]}>} */
  const manifest = JSON.parse(readFileSync(join(site, '.vite', 'manifest.json'), 'utf8'));
  /** @param {string} key @param {Set<string>} [known] @returns {Set<string>} */
  const closure = (key, known = new Set()) => {
    if (known.has(key)) return known;
    known.add(key);
    for (const imported of manifest[key]?.imports ?? []) closure(imported, known);
    return known;
  };
  const first = closure('index.html');
  const ofEveryPage = closure('src/hydrate.tsx');
  /** @param {string} name @returns {string[]} */
  return (name) => {
    const page = Object.keys(manifest).find((key) => key.endsWith(`/${name}.tsx`));
    if (page === undefined) throw new Error(`the build has no ${name}.tsx`);
    return [...closure(page, new Set(ofEveryPage))]
      .filter((key) => !first.has(key))
      .map((key) => `/${manifest[key]?.file}`);
  };
}

/**
 * Emotion moves the styles of a body into the head, each style for itself. These are there already; the attribute is the
 * one that it marks moved ones with.
 * @param {string} styles
 */
const inPlace = (styles) => styles.replaceAll('<style data-emotion=', '<style data-s="" data-emotion=');

/** JSON that can stand inside a script element. @param {unknown} value */
const json = (value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** @param {string} text @returns {string} for between tags and in quotes */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * @typedef {typeof import('../src/prerender.tsx')} Pages
 * @typedef {typeof import('../server/seed/pageData.ts')} Content
 * @typedef {object} Page
 * @property {string} path
 * @property {import('../machines/visit.ts').InitialData} initialData what it shows from the first moment on
 * @property {string} image of the card that social networks make of it
 * @property {'website' | 'article'} type
 * @property {string} module name of the file that shows it
 * @property {object | null} about the same for machines, in the words of schema.org
 */

/**
 * The public pages with what each shows.
 * @param {Pages} pages @param {Content} content @param {string} origin
 * @returns {Page[]}
 */
function publicPages(
  { amenityName, brand, postPath, priceOf, publicPaths, roomPath, roomSlug },
  { rooms, blog, posts },
  origin,
) {
  const card = `${origin}/images/social-card.jpg`;
  /** @param {(typeof rooms)[number]} room */
  const addressOf = ({ location }) => ({
    '@type': 'PostalAddress',
    streetAddress: `${location.building_no}, ${location.street_name}, ${location.area_name}`,
    addressLocality: location.city,
    postalCode: location.pincode,
    addressCountry: 'IN',
  });
  const organisation = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    description: brand.tagline,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    sameAs: brand.social.map(({ href }) => href),
  };
  /** @type {Partial<Record<(typeof publicPaths)[number], Partial<Page>>>} */
  const special = {
    '/': { about: organisation },
    '/blog': { initialData: { blog } },
    '/meeting-room': {
      initialData: { rooms: { key: 'chennai', data: rooms } },
      about: {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: rooms.map((room, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          item: {
            '@type': 'MeetingRoom',
            name: room.room_name,
            image: `${origin}${room.images[0]?.image}`,
            maximumAttendeeCapacity: room.room_capacity,
            address: addressOf(room),
            url: `${origin}${roomPath(roomSlug(room, rooms))}`,
          },
        })),
      },
    },
  };
  const own = publicPaths.map((path) => ({
    path,
    initialData: {},
    image: card,
    type: /** @type {const} */ ('website'),
    module: modules[path],
    about: null,
    ...special[path],
  }));
  const written = posts.map((post) => ({
    path: postPath(post.id),
    initialData: { post: { key: String(post.id), data: post } },
    image: `${origin}${post.image}`,
    type: /** @type {const} */ ('article'),
    module: 'PostPage',
    about: {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.summary,
      image: `${origin}${post.image}`,
      datePublished: post.date,
      author: { '@type': 'Person', name: post.author },
      publisher: { '@type': 'Organization', name: brand.name },
    },
  }));
  const ofRooms = rooms.map((room) => {
    const path = roomPath(roomSlug(room, rooms));
    const id = `${origin}${path}#room`;
    const picture = `${origin}${room.images[0]?.image}`;
    return {
      path,
      initialData: { rooms: { key: 'chennai', data: rooms } },
      image: picture,
      type: /** @type {const} */ ('website'),
      module: 'RoomPage',
      about: {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'MeetingRoom',
            '@id': id,
            name: room.room_name,
            url: `${origin}${path}`,
            image: room.images.map(({ image }) => `${origin}${image}`),
            maximumAttendeeCapacity: room.room_capacity,
            address: addressOf(room),
            amenityFeature: room.amenities.map(({ name }) => ({
              '@type': 'LocationFeatureSpecification',
              name: amenityName(name),
              value: true,
            })),
          },
          {
            '@type': 'Offer',
            itemOffered: { '@id': id },
            seller: { '@type': 'Organization', name: brand.name, url: `${origin}/` },
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: (priceOf(Math.round(room.price_per_hour * 100), 2).total / 100).toFixed(2),
              priceCurrency: 'INR',
              unitCode: 'HUR',
              valueAddedTaxIncluded: true,
            },
          },
          {
            '@type': 'BreadcrumbList',
            itemListElement: [
              { '@type': 'ListItem', position: 1, name: 'Meeting rooms', item: `${origin}/meeting-room` },
              { '@type': 'ListItem', position: 2, name: room.room_name, item: `${origin}${path}` },
            ],
          },
        ],
      },
    };
  });
  return [...own, ...ofRooms, ...written];
}

/** Addresses of everything that search engines are to read. @param {string} origin @param {Page[]} pages */
const sitemap = (origin, pages) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path }) => `  <url><loc>${escaped(origin + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/**
 * @param {object} where
 * @param {string} where.site folder of the built client; pages are written into it
 * @param {string} where.renderer folder of the built renderer
 * @param {string} where.origin the address that visitors type, without a path
 */
export async function prerender({ site, renderer, origin }) {
  /** @param {string} name @returns {Promise<any>} */
  const load = (name) => import(pathToFileURL(resolve(renderer, `${name}.js`)).href);
  /** @type {Pages} */
  const pages = await load('pages');
  /** @type {Content} */
  const content = await load('content');

  const shell = readFileSync(join(site, 'index.html'), 'utf8');
  const titleOfShell = /<title>.*<\/title>\n?/;
  const partsOf = partsOfPages(site);
  const script = /<script type="module"[^>]*><\/script>/;
  const first = script.exec(shell)?.[0];
  if (first === undefined) throw new Error('index.html has no script');
  /** A page that stands is read before its scripts are needed: the first one runs when it can, and nothing waits for it. */
  const patient = shell
    .replace(script, '')
    .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
    .replace('</body>', first.replace('<script', '$& async fetchpriority="low"') + '</body>');
  const root = '<div id="root"></div>';
  if (!shell.includes(root) || !titleOfShell.test(shell))
    throw new Error('index.html has no place for a page');

  /**
   * @param {string} file @param {string} name what `data-path` says @param {import('../src/prerender.tsx').Rendered} rendered
   * @param {Omit<Page, 'path'> | null} page
   * @param {string} [module]
   */
  function write(file, name, { html, styles }, page, module = page?.module) {
    if (UNFINISHED.test(html)) throw new Error('a part of it waits for something or failed');
    if (DEVELOPMENT_CLASS.test(html)) throw new Error('its classes have the names of a development build');
    const head = HOISTED.exec(html)?.[0] ?? '';
    const body = html.slice(head.length);
    if (!body.includes('<main')) throw new Error('it has no <main>');
    const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
    const about = /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
    const address = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
    if (page && (!title || !about || !address))
      throw new Error('it lacks a title, a description or its address');
    const card = page
      ? [
          ['og:site_name', escaped(pages.brand.name)],
          ['og:locale', 'en_IN'],
          ['og:type', page.type],
          ['og:title', title],
          ['og:description', about],
          ['og:url', address],
          ['og:image', page.image],
        ].map(([property, text]) => `<meta property="${property}" content="${text}">`)
      : [];
    if (page) card.push('<meta name="twitter:card" content="summary_large_image">');
    const parts = module ? ` data-parts="${partsOf(module).join(' ')}"` : '';
    const data = page && Object.keys(page.initialData).length > 0;
    const scripts = [
      page?.about ? `<script type="application/ld+json">${json(page.about)}</script>` : '',
      data
        ? `<script type="application/json" id="${pages.INITIAL_DATA_ID}">${json(page.initialData)}</script>`
        : '',
    ];
    const document = (module ? patient : shell)
      .replace(titleOfShell, (own) => (title ? head : head + own) + card.join('') + inPlace(styles))
      .replace(root, () => `<div id="root" data-path="${name}"${parts}>${body}</div>${scripts.join('')}`);
    const target = join(site, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, document);
  }

  const all = publicPages(pages, content, origin);
  rmSync(join(site, 'index.html')); // the empty page is nobody's
  for (const page of all) {
    try {
      write(
        join(page.path, 'index.html'),
        page.path,
        await pages.renderPage(page.path, page.initialData),
        page,
      );
    } catch (error) {
      throw new Error(`The page ${page.path} could not be prerendered`, { cause: error });
    }
  }
  write('404.html', pages.NOT_FOUND, await pages.renderPage(`/${pages.NOT_FOUND}`, {}), null, 'NotFoundPage');
  write('app.html', pages.FRAME, await pages.renderFrame(), null);

  writeFileSync(join(site, 'sitemap.xml'), sitemap(origin, all));
  const robots = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''];
  writeFileSync(join(site, 'robots.txt'), robots.join('\n'));
  console.log(`${all.length} pages prerendered`);
}
