import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ComingEventsResponse, Event } from '../../../contract/content/events.ts';
import type { EventChangedResponse } from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type {
  DeskPostResponse,
  DeskPostsResponse,
  BlogPostChangedResponse,
} from '../../../contract/desk/posts.ts';
import type { AuditResponse } from '../../../contract/desk/desk.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { canonicalJson } from '../../../domain/text/canonicalJson.ts';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { buildApp } from '../../../server/app.ts';
import { currentDemoDetails } from '../../../server/content/business/business.ts';
import type { PageContent, PageRenderer } from '../../../server/site/pageRenderer.ts';
import { closedGateway } from '../closedGateway.ts';
import { get, post, signIn } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

/* Pages whose content changes: the first response of each server after a change. The renderer is a fake of the build's. */

let root: string;
let server: TestServer;
/** Another server on the same database. */
let second: Awaited<ReturnType<typeof buildApp>>;
const prerendered: Record<string, string> = {};
/** In the build's empty page, for browsers without scripts. */
const NOTICE = '<noscript><h1>This page needs JavaScript</h1><p>Turn it <b>on</b>.</p></noscript>';
const renderer = {
  origin: 'https://litrooms.example',
  prerendered,
  render: vi.fn<PageRenderer['render']>(async (path, content) => {
    const html = Buffer.from(`${path} ${JSON.stringify(content)}`);
    return { html, br: html, gz: gzipSync(html) };
  }),
  close: async () => undefined,
} satisfies PageRenderer;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'litrooms-pages-'));
  for (const name of [
    'app',
    '404',
    'index',
    'about-us/index',
    'blog/index',
    'blog/1/index',
    'event-training/index',
    'meeting-room/index',
    'meeting-room/kolam-round/index',
    'cancellation-policy/index',
  ]) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    const notice = name === 'app' ? NOTICE : '';
    writeFileSync(join(root, `${name}.html`), `the build's ${name}${notice}`);
  }
  server = await startServer({ siteRoot: root, renderer });
  const { config, database, clock } = server;
  const rest = { config, database, gateway: closedGateway, now: () => clock.now };
  second = await buildApp({ ...rest, siteRoot: root, renderer });
  const rooms = (await get<RoomsResponse>(server, paths.rooms)).body.data;
  const hash = createHash('sha256').update(canonicalJson({ rooms: { key: 'chennai', data: rooms } }));
  prerendered['/meeting-room'] = hash.digest('base64url');
  const lowestPrice = Math.min(...rooms.map((room) => room.price_per_hour));
  prerendered['/'] = createHash('sha256').update(canonicalJson({ lowestPrice })).digest('base64url');
  const policyText = { key: 'cancellation', data: { text: null, changed_on: null } };
  const policyData = canonicalJson({ rooms: { key: 'chennai', data: rooms }, policyText });
  prerendered['/cancellation-policy'] = createHash('sha256').update(policyData).digest('base64url');
});
afterAll(async () => {
  await second.close();
  await server.close();
  rmSync(root, { recursive: true });
});

const fetchPage = async (path: string, headers: Record<string, string> = {}) => {
  const one = await server.app.inject({ url: path, headers });
  return { status: one.statusCode, headers: one.headers, text: one.body, bytes: one.rawPayload };
};
const rename = (name: string) =>
  server.database.updateTable('room').set({ name }).where('id', '=', 2).execute();

test('a page whose data has not changed since the build is the file of the build', async () => {
  expect((await fetchPage('/meeting-room')).text).toBe("the build's meeting-room/index");
  expect(renderer.render).not.toHaveBeenCalled();
});

test('the first response after a change is up to date on every server, and rendered once per server', async () => {
  await rename('Kolam Oval');
  renderer.render.mockClear();
  const [first, again] = await Promise.all([fetchPage('/meeting-room'), fetchPage('/meeting-room')]);
  expect(first.text).toContain('Kolam Oval');
  expect(again.text).toBe(first.text);
  expect(renderer.render).toHaveBeenCalledTimes(1);
  expect((await second.inject('/meeting-room')).body).toContain('Kolam Oval');
  expect((await fetchPage('/meeting-room/kolam-oval')).text).toContain('/meeting-room/kolam-oval');
  // The old address shows the page that suggests rooms, although the build has a file for it.
  expect(await fetchPage('/meeting-room/kolam-round')).toMatchObject({ status: 404 });
  // The list of the API is also up to date.
  expect(JSON.stringify((await get(server, paths.rooms)).body)).toContain('Kolam Oval');
  expect((await fetchPage('/sitemap.xml')).text).toContain(
    'https://litrooms.example/meeting-room/kolam-oval<',
  );
  await rename('Kolam Round');
  expect((await fetchPage('/meeting-room')).text).toBe("the build's meeting-room/index");
});

test('a rendered page is compressed, and revalidated like a file', async () => {
  const page = await fetchPage('/blog', { 'accept-encoding': 'gzip' });
  expect(page.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(gunzipSync(page.bytes).toString()).toContain('/blog {"blog"');
  const known = { 'if-none-match': String(page.headers.etag) };
  expect(await fetchPage('/blog', known)).toMatchObject({ status: 304, text: '' });
});

test('a scheduled price is shown from midnight of its day', async () => {
  const { now } = server.clock;
  const from_day = addDays(dateAt(now), 1);
  await server.database
    .insertInto('room_price')
    .values({ room_id: 2, from_day, price_per_hour_paise: 888_00 })
    .execute();
  expect((await fetchPage('/meeting-room')).text).toBe("the build's meeting-room/index");
  server.clock.now = instantOf(from_day, 0);
  expect((await fetchPage('/meeting-room')).text).toContain('"price_per_hour":888');
  server.clock.now = now;
  await server.database.deleteFrom('room_price').execute();
});

test('scheduled prices by time are shown from midnight of their day, also as the lowest price', async () => {
  const { now } = server.clock;
  const from_day = addDays(dateAt(now), 1);
  const rates = [{ weekdays: [5, 6], start: 0, end: 48, pricePerHour: 96_00 }];
  await server.database
    .insertInto('room_rates')
    .values({ room_id: 2, from_day, rates: JSON.stringify(rates) })
    .execute();
  expect((await fetchPage('/meeting-room')).text).toBe("the build's meeting-room/index");
  server.clock.now = instantOf(from_day, 0);
  expect((await fetchPage('/meeting-room')).text).toContain('"weekdays":[5,6]');
  expect((await fetchPage('/')).text).toBe('/ {"lowestPrice":96}');
  // Nobody can pay a price of the hours in which the room is closed.
  const closed = [...rates, { weekdays: [0], start: 0, end: 4, pricePerHour: 90_00 }];
  await server.database
    .updateTable('room_rates')
    .set({ rates: JSON.stringify(closed) })
    .execute();
  expect((await fetchPage('/')).text).toBe('/ {"lowestPrice":96}');
  server.clock.now = now;
  await server.database.deleteFrom('room_rates').execute();
});

test('the lowest price of the rooms is on the home page, also a scheduled one from midnight of its day', async () => {
  const { now } = server.clock;
  const from_day = addDays(dateAt(now), 1);
  const values = { room_id: 2, from_day, price_per_hour_paise: 98_00 };
  await server.database.insertInto('room_price').values(values).execute();
  expect((await fetchPage('/')).text).toBe("the build's index");
  server.clock.now = instantOf(from_day, 0);
  expect((await fetchPage('/')).text).toBe('/ {"lowestPrice":98}');
  server.clock.now = now;
  await server.database.deleteFrom('room_price').execute();
});

test('a scheduled cancellation policy is on its page from midnight of its day', async () => {
  const { now } = server.clock;
  const from_day = addDays(dateAt(now), 1);
  const policy = JSON.stringify({ steps: [{ hours: 333, percent: 100 }], grace: null });
  await server.database
    .insertInto('cancellation_policy')
    .values({ from_day, card: policy, points: policy })
    .execute();
  const page = async () => (await fetchPage('/cancellation-policy')).text;
  expect(await page()).toBe("the build's cancellation-policy/index");
  server.clock.now = instantOf(from_day, 0);
  expect(await page()).toContain('"hours":333');
  expect((await fetchPage('/meeting-room')).text).toContain('"hours":333');
  server.clock.now = now;
  await server.database.deleteFrom('cancellation_policy').where('from_day', '=', from_day).execute();
});

test('a page that the server cannot render is rendered by the browser, and the next request tries again', async () => {
  await rename('Kolam Square');
  renderer.render.mockRejectedValueOnce(new Error('the renderer has ended'));
  expect((await fetchPage('/meeting-room')).text).toBe(`the build's app${NOTICE}`);
  expect((await fetchPage('/meeting-room')).text).toContain('Kolam Square');
  await rename('Kolam Round');
});

test('a wrong room address suggests rooms without scripts, and the renderer is not called', async () => {
  await rename('Kolam <Round>');
  renderer.render.mockClear();
  const { status, headers, text } = await fetchPage('/meeting-room/KOLAM-rond');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    404,
    'text/html; charset=utf-8',
    'no-cache',
  ]);
  expect(text).toContain('<h1>There is no such room</h1>');
  expect(text).toContain('<ul><li><a href="/meeting-room/kolam-round">Kolam &lt;Round&gt;</a></li><li>');
  expect(text).not.toContain('needs JavaScript');
  expect(renderer.render).not.toHaveBeenCalled();
});

test('a post that does not exist has no page, and a visitor’s own page is the empty frame', async () => {
  expect((await fetchPage('/blog/999')).status).toBe(404);
  expect((await fetchPage('/blog/2')).text).toContain('"post"');
  expect((await fetchPage('/meeting-room/booking')).text).toBe(`the build's app${NOTICE}`);
});

describe('a post of the desk', () => {
  const fields = {
    id: null as number | null,
    version: 0,
    title: 'A tamarind hour',
    author: 'Omana Raman',
    summary: 'What to leave in the corridor.',
    image: '',
    body: `Three things, <script>alert(1)</script>${' and more'.repeat(100)}`,
  };
  let token: string;
  let savedPost: BlogPostChangedResponse['data'];
  const send = async (path: string, entry: object) => {
    const response = await post<BlogPostChangedResponse & ErrorBody>(server, path, { ...entry }, { token });
    if (response.status === 200) savedPost = response.body.data;
    return response;
  };
  const code = async (path: string, entry: object) => (await send(path, entry)).body.error?.code ?? 'done';
  /** Whether visitors see the post: on its page, in the list of both servers, in the API and in the sitemap. */
  const visibility = async () => {
    const postPath = `/blog/${savedPost.id}`;
    const list = JSON.stringify((await get(server, paths.blog)).body);
    return [
      (await fetchPage(postPath)).status === 200,
      (await fetchPage('/blog')).text.includes('A tamarind'),
      (await second.inject('/blog')).body.includes('A tamarind'),
      list.includes('A tamarind'),
      (await get(server, paths.blogPost(savedPost.id))).status === 200,
      (await fetchPage('/sitemap.xml')).text.includes(`${postPath}<`),
    ];
  };
  const [everywhere, nowhere] = [Array(6).fill(true), Array(6).fill(false)];
  beforeAll(async () => {
    token = (await signIn(server, 'owner')).access;
  });

  test('is a draft first, and is on every page from the first request after its publication', async () => {
    await send(deskPaths.savePost, fields);
    expect(await visibility()).toEqual(nowhere);
    const { data } = (await get<DeskPostsResponse>(server, deskPaths.posts, token)).body;
    expect(data[0]).toMatchObject({ id: savedPost.id, state: 'draft', image: '/images/placeholder.jpg' });
    expect(await code(deskPaths.publishPost, savedPost)).toBe('done');
    expect(await visibility()).toEqual(everywhere);
    const later = addDays(dateAt(server.clock.now), 1);
    expect(await code(deskPaths.publishPost, { ...savedPost, day: later })).toBe('bad-input');
    // A change is visible at once, also on the pages of the neighbouring posts.
    expect(await code(deskPaths.savePost, { ...fields, ...savedPost, title: 'A tamarind day' })).toBe('done');
    expect((await fetchPage('/blog')).text).toContain('A tamarind day');
    expect((await fetchPage('/blog/20')).text).toContain('A tamarind day');
  });

  test('is not saved when somebody else has changed it, and the response contains the changes', async () => {
    const opened = { ...fields, ...savedPost, title: 'A tamarind day' };
    expect(await code(deskPaths.savePost, { ...opened, summary: 'Shorter.' })).toBe('done');
    for (const [path, entry] of [
      [deskPaths.savePost, { ...opened, author: 'Divya' }],
      [deskPaths.unpublishPost, opened],
    ] as const) {
      const refused = await send(path, entry);
      expect([refused.status, refused.body.error.changed]).toMatchObject([
        409,
        { by: 'Omana Raman', fields: { summary: 'Shorter.' } },
      ]);
    }
    expect(await code(deskPaths.savePost, { ...opened, id: 999 })).toBe('not-found');
  });

  test('is on no page from the first request after it is unpublished, and appears at its scheduled time', async () => {
    expect(await code(deskPaths.unpublishPost, { ...savedPost, reason: 'A wrong figure' })).toBe('done');
    expect(await visibility()).toEqual(nowhere);
    const { now } = server.clock;
    const day = addDays(dateAt(now), 2);
    expect(await code(deskPaths.publishPost, { ...savedPost, day, time: '09:30' })).toBe('done');
    const { data } = (await get<DeskPostResponse>(server, `${deskPaths.post}?id=${savedPost.id}`, token))
      .body;
    expect(data).toMatchObject({ state: 'scheduled', date: day, publish_at: `${day}T04:00:00.000Z` });
    expect(data.body).toBe(fields.body);
    server.clock.now = instantOf(day, 19) - 1;
    expect(await visibility()).toEqual(nowhere);
    server.clock.now = instantOf(day, 19);
    expect(await visibility()).toEqual(everywhere);
    server.clock.now = now;
    const { body } = await get<AuditResponse>(
      server,
      `${deskPaths.audit}?subject=post&subject_id=${savedPost.id}`,
      token,
    );
    expect(body.data.map(({ action }) => action)).toEqual([
      'post scheduled',
      'post taken off',
      'post changed',
      'post changed',
      'post published',
      'post written',
    ]);
    expect(String(body.data.at(-1)?.became?.['body'])).toMatch(/ … \(\d+ characters\)$/);
  });

  test('can be deleted only if it was never published', async () => {
    const listed = async () =>
      (await get<DeskPostsResponse>(server, deskPaths.posts, token)).body.data.map(({ id }) => id);
    const deletable = async (id: number) =>
      (await get<DeskPostResponse>(server, `${deskPaths.post}?id=${id}`, token)).body.data.deletable;
    // The post was published before, is scheduled now, and then becomes a draft.
    expect(await code(deskPaths.deletePost, savedPost)).toBe('was-published');
    expect(await code(deskPaths.unpublishPost, savedPost)).toBe('done');
    expect(await deletable(savedPost.id)).toBe(false);
    expect(await code(deskPaths.deletePost, savedPost)).toBe('was-published');

    await send(deskPaths.savePost, fields);
    const draft = savedPost;
    // A schedule that was removed before its time does not count as a publication.
    await send(deskPaths.publishPost, { ...draft, day: addDays(dateAt(server.clock.now), 2) });
    expect(await deletable(draft.id)).toBe(false);
    await send(deskPaths.unpublishPost, savedPost);
    expect(await deletable(draft.id)).toBe(true);
    expect(await code(deskPaths.deletePost, draft)).toBe('changed-meanwhile');
    const last = { id: draft.id, version: draft.version + 2 };
    expect(await code(deskPaths.deletePost, { ...last, reason: 'Written twice' })).toBe('done');
    expect(await listed()).not.toContain(draft.id);
    expect(await code(deskPaths.deletePost, last)).toBe('not-found');
    const { body } = await get<AuditResponse>(
      server,
      `${deskPaths.audit}?subject=post&subject_id=${draft.id}`,
      token,
    );
    expect(body.data[0]).toMatchObject({
      action: 'post deleted',
      was: { title: fields.title },
      became: null,
      reason: 'Written twice',
    });
    // The id of a deleted post is not used again.
    await send(deskPaths.savePost, fields);
    expect(savedPost.id).toBe(draft.id + 1);
  });

  test.each<[string, string, object, string]>([
    ['no title', deskPaths.savePost, { ...fields, title: ' ' }, 'title'],
    ['no text', deskPaths.savePost, { ...fields, body: '' }, 'body'],
    ['a text that is too long', deskPaths.savePost, { ...fields, body: 'a'.repeat(50_001) }, 'body'],
    [
      'a picture that was not uploaded',
      deskPaths.savePost,
      { ...fields, image: '/images/none.jpg' },
      'image',
    ],
    [
      'a picture in its text that was not uploaded',
      deskPaths.savePost,
      { ...fields, body: `![A door](/images/uploaded/${'a'.repeat(24)}.jpg)` },
      'body',
    ],
    ['a past day', deskPaths.publishPost, { id: 1, version: 1, day: '2025-11-20' }, 'day'],
    ['a day in three years', deskPaths.publishPost, { id: 1, version: 1, day: '2028-11-20' }, 'day'],
    ['a past time', deskPaths.publishPost, { id: 1, version: 1, day: '2025-11-21', time: '09:00' }, 'time'],
    ['a time without a day', deskPaths.publishPost, { id: 1, version: 1, time: '09:00' }, 'day'],
  ])('is refused with %s', async (_case, path, entry, field) => {
    const { status, body } = await send(path, entry);
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('an event of the desk', () => {
  const fields = {
    id: null,
    version: 0,
    title: 'Founders over filter coffee',
    category: 'Networking',
    day: '2025-12-04',
    start_time: '18:00',
    end_time: '20:00',
    place: 'Athangudi Lounge',
    summary: 'Ten founders, ten minutes each',
  };
  let token: string;
  beforeAll(async () => {
    token = (await signIn(server, 'owner')).access;
  });
  const save = async (entry: object): Promise<number> =>
    (await post<EventChangedResponse>(server, deskPaths.saveEvent, { ...fields, ...entry }, { token })).body
      .data.id;
  const coming = async () =>
    (await get<ComingEventsResponse>(server, paths.comingEvents)).body.data.map(({ title }) => title);

  test('is on the events page, on a page of its own and in the sitemap of every server until its day is over', async () => {
    expect((await fetchPage('/event-training')).text).toBe("the build's event-training/index");
    expect(await fetchPage('/event-training/1')).toMatchObject({ status: 404, text: "the build's 404" });
    const later = await save({ title: 'Salon', day: '2025-12-05' });
    const id = await save({});
    const path = `/event-training/${id}`;
    const pages = async () => {
      const list = await fetchPage('/event-training');
      const own = await fetchPage(path);
      const elsewhere = await second.inject(path);
      const sitemap = (await fetchPage('/sitemap.xml')).text;
      return [
        list.text.includes(fields.title),
        own.status,
        elsewhere.statusCode,
        sitemap.includes(`${path}<`),
      ];
    };
    expect(await pages()).toEqual([true, 200, 200, true]);
    expect(await coming()).toEqual([fields.title, 'Salon']);
    expect((await get<Event>(server, paths.event(id))).body).toEqual({
      id,
      title: fields.title,
      category: 'Networking',
      date: '2025-12-04',
      start_time: '18:00:00',
      end_time: '20:00:00',
      place: fields.place,
      summary: fields.summary,
    });
    const { page } = JSON.parse((await fetchPage(path)).text.replace(path, '')) as PageContent;
    expect(page).toMatchObject({
      module: 'EventPage',
      data: { event: { key: String(id), data: { title: fields.title } } },
      structuredData: {
        '@type': 'Event',
        startDate: '2025-12-04T18:00:00+05:30',
        url: `https://litrooms.example${path}`,
      },
    });

    const { now } = server.clock;
    server.clock.now = instantOf('2025-12-05', 0) - 1;
    expect(await pages()).toEqual([true, 200, 200, true]);
    server.clock.now = instantOf('2025-12-05', 0);
    expect(await pages()).toEqual([false, 404, 404, false]);
    expect(await coming()).toEqual(['Salon']);
    expect((await get(server, paths.event(id))).status).toBe(404);
    server.clock.now = now;
    for (const each of [id, later]) {
      await post(server, deskPaths.removeEvent, { id: each, version: 1 }, { token });
    }
    expect(await pages()).toEqual([false, 404, 404, false]);
    expect((await fetchPage('/event-training')).text).toBe("the build's event-training/index");
  });
});

describe('the business', () => {
  /** What an owner enters at the desk. */
  const details = {
    name: 'Adyar Rooms LLP',
    address: '4, Lattice Bridge Road, Adyar, Chennai 600020',
    gstin: '33AAACH7409R1Z8',
    phone: '+91 44 2441 5000',
    email: 'desk@adyarrooms.example',
    map: '',
    whatsapp: '098400 12345',
    Instagram: 'instagram.com/adyarrooms',
    YouTube: '',
    Facebook: '',
    LinkedIn: '',
    X: '',
  };
  /** A page of each kind: static, with rooms, of the blog, rendered by the browser, and unknown. */
  const everyKind = ['/', '/about-us', '/meeting-room', '/blog', '/my-bookings', '/no-such-page'];
  let owner: string;
  const save = (changed: object) =>
    post(server, deskPaths.saveBusiness, { ...details, ...changed }, { token: owner });

  beforeAll(async () => {
    owner = (await signIn(server, 'owner')).access;
  });

  test('is that of the build until an owner has saved another, and the pages are the files of the build', async () => {
    for (const path of ['/', '/about-us'])
      expect((await fetchPage(path)).text, path).toContain("the build's");
  });

  test('is on every page of every server with the first response after it was saved', async () => {
    expect(await save({ version: 0 })).toMatchObject({ status: 200, body: { data: { version: 1 } } });
    for (const path of everyKind) {
      const page = await fetchPage(path);
      expect(page.text, path).toContain('"phone":"+91 44 2441 5000"');
      expect(page.text, path).toContain('"Instagram":"https://instagram.com/adyarrooms"');
      expect(page.text, path).toContain('"whatsapp":"+919840012345"');
      expect(page.text, path).toContain('"year":2025');
      expect((await second.inject(path)).body, path).toContain('Adyar Rooms LLP');
    }
    expect(await fetchPage('/no-such-page')).toMatchObject({ status: 404 });
    // What the browser renders for a user is never kept by a cache.
    expect((await fetchPage('/my-bookings')).headers['cache-control']).toBe('no-store');
  });

  test('has the year of the page in its copyright line from the first moment of the year', async () => {
    const { now } = server.clock;
    server.clock.now = instantOf('2027-01-01', 0);
    expect((await fetchPage('/about-us')).text).toContain('"year":2027');
    server.clock.now = now;
  });

  test('is saved by one owner at a time, and its audit has both values', async () => {
    expect(await save({ version: 0, phone: '044 2441 6000' })).toMatchObject({
      status: 409,
      body: { error: { code: 'changed-meanwhile' } },
    });
    const audit = await get<AuditResponse>(server, `${deskPaths.audit}?subject=business`, owner);
    expect(audit.body.data).toMatchObject([
      {
        action: 'business changed',
        was: { phone: '+91 44 4555 0100' },
        became: { phone: '+91 44 2441 5000' },
      },
    ]);
  });

  test.each([
    ['gstin', '27AAPFU0939F1ZV'],
    ['gstin', '33AAACH7409R1Z9'],
    ['phone', 'call us'],
    ['email', 'desk at adyar'],
    ['map', 'javascript:alert(1)'],
    ['whatsapp', '12'],
    ['X', 'not a link'],
    ['name', ''],
  ])('refuses %s "%s"', async (field, value) => {
    const { status, body } = await save({ version: 1, [field]: value });
    expect({ status, fields: Object.keys((body as ErrorBody).error.fields ?? {}) }).toEqual({
      status: 400,
      fields: [field],
    });
  });

  test('is named in the desk of a server in production while details or texts are those of the demo', async () => {
    const { database, config } = server;
    expect(await currentDemoDetails(database, config.business)).toEqual([
      'terms',
      'privacy policy',
      'text of the cancellation policy',
    ]);
    await save({ version: 1, phone: config.business.phone });
    expect(await currentDemoDetails(database, config.business)).toContain('phone number');
    await save({ version: 2 });
  });

  test('has texts that an owner writes, which their pages and the API show with the date of the change', async () => {
    const terms = { version: 0, name: 'terms', text: '## Booking\n\nBy the half hour.' };
    const saved = await post(server, deskPaths.savePolicyText, terms, { token: owner });
    expect(saved).toMatchObject({ status: 200, body: { data: { version: 1 } } });
    const text = { text: terms.text, changed_on: '2025-11-21' };
    expect((await fetchPage('/terms')).text).toContain(JSON.stringify(text));
    expect((await fetchPage('/privacy')).text).toContain('{"text":null,"changed_on":null}');
    expect((await get(server, `${paths.policyText}?name=terms`)).body).toEqual({ data: text });
    expect((await post(server, deskPaths.savePolicyText, terms, { token: owner })).status).toBe(409);
  });
});
