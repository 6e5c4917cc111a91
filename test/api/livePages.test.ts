import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deskPaths } from '../../contract/deskPaths.ts';
import type {
  DeskPostResponse,
  DeskPostsResponse,
  BlogPostChangedResponse,
} from '../../contract/deskPosts.ts';
import type { AuditResponse } from '../../contract/desk.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import type { RoomsResponse } from '../../contract/rooms.ts';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import { addDays, dateAt, instantOf } from '../../domain/calendar.ts';
import { buildApp } from '../../server/app.ts';
import type { PageRenderer } from '../../server/site/pageRenderer.ts';
import { closedGateway } from './closedGateway.ts';
import { get, post, signIn } from './client.ts';
import { startServer, type TestServer } from './startServer.ts';

/* Pages whose content changes: what each server sends first after a change. The renderer stands in for the build's. */

let root: string;
let server: TestServer;
/** Another server on the same database. */
let second: Awaited<ReturnType<typeof buildApp>>;
const prerendered: Record<string, string> = {};
/** What the build's empty page says where no scripts run. */
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
    'blog/index',
    'blog/1/index',
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
  // It shows the same data.
  prerendered['/cancellation-policy'] = prerendered['/meeting-room'];
});
afterAll(async () => {
  await second.close();
  await server.close();
  rmSync(root, { recursive: true });
});

const pageOf = async (path: string, headers: Record<string, string> = {}) => {
  const one = await server.app.inject({ url: path, headers });
  return { status: one.statusCode, headers: one.headers, text: one.body, bytes: one.rawPayload };
};
const rename = (name: string) =>
  server.database.updateTable('room').set({ name }).where('id', '=', 2).execute();

test('a page with the data that it was built with is the file of the build', async () => {
  expect((await pageOf('/meeting-room')).text).toBe("the build's meeting-room/index");
  expect(renderer.render).not.toHaveBeenCalled();
});

test('the first answer after a change is fresh, on every server, and rendered once', async () => {
  await rename('Kolam Oval');
  renderer.render.mockClear();
  const [first, again] = await Promise.all([pageOf('/meeting-room'), pageOf('/meeting-room')]);
  expect(first.text).toContain('Kolam Oval');
  expect(again.text).toBe(first.text);
  expect(renderer.render).toHaveBeenCalledTimes(1);
  expect((await second.inject('/meeting-room')).body).toContain('Kolam Oval');
  expect((await pageOf('/meeting-room/kolam-oval')).text).toContain('/meeting-room/kolam-oval');
  // Its address before leads to the page that suggests rooms, although the build has a file for it.
  expect(await pageOf('/meeting-room/kolam-round')).toMatchObject({ status: 404 });
  // The list of the API is as fresh.
  expect(JSON.stringify((await get(server, paths.rooms)).body)).toContain('Kolam Oval');
  expect((await pageOf('/sitemap.xml')).text).toContain('https://litrooms.example/meeting-room/kolam-oval<');
  await rename('Kolam Round');
  expect((await pageOf('/meeting-room')).text).toBe("the build's meeting-room/index");
});

test('a rendered page is compressed, and revalidated like a file', async () => {
  const page = await pageOf('/blog', { 'accept-encoding': 'gzip' });
  expect(page.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(gunzipSync(page.bytes).toString()).toContain('/blog {"blog"');
  const known = { 'if-none-match': String(page.headers.etag) };
  expect(await pageOf('/blog', known)).toMatchObject({ status: 304, text: '' });
});

test('a price that was set before is shown from midnight of its day on', async () => {
  const { now } = server.clock;
  const from_day = addDays(dateAt(now), 1);
  await server.database
    .insertInto('room_price')
    .values({ room_id: 2, from_day, price_per_hour_paise: 888_00 })
    .execute();
  expect((await pageOf('/meeting-room')).text).toBe("the build's meeting-room/index");
  server.clock.now = instantOf(from_day, 0);
  expect((await pageOf('/meeting-room')).text).toContain('"price_per_hour":888');
  server.clock.now = now;
  await server.database.deleteFrom('room_price').execute();
});

test('a cancellation policy is on its own page from midnight of its day on', async () => {
  const { now } = server.clock;
  const from_day = addDays(dateAt(now), 1);
  const policy = JSON.stringify({ steps: [{ hours: 333, percent: 100 }], grace: null });
  await server.database
    .insertInto('cancellation_policy')
    .values({ from_day, card: policy, points: policy })
    .execute();
  const page = async () => (await pageOf('/cancellation-policy')).text;
  expect(await page()).toBe("the build's cancellation-policy/index");
  server.clock.now = instantOf(from_day, 0);
  expect(await page()).toContain('"hours":333');
  expect((await pageOf('/meeting-room')).text).toContain('"hours":333');
  server.clock.now = now;
  await server.database.deleteFrom('cancellation_policy').where('from_day', '=', from_day).execute();
});

test('a page that cannot be rendered is rendered by the browser, and the next request tries again', async () => {
  await rename('Kolam Square');
  renderer.render.mockRejectedValueOnce(new Error('the renderer has ended'));
  expect((await pageOf('/meeting-room')).text).toBe(`the build's app${NOTICE}`);
  expect((await pageOf('/meeting-room')).text).toContain('Kolam Square');
  await rename('Kolam Round');
});

test('the address of no room suggests rooms without scripts, and renders nothing for it', async () => {
  await rename('Kolam <Round>');
  renderer.render.mockClear();
  const { status, headers, text } = await pageOf('/meeting-room/KOLAM-rond');
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

test('a post that does not exist has no page, and an own page stays the frame', async () => {
  expect((await pageOf('/blog/999')).status).toBe(404);
  expect((await pageOf('/blog/2')).text).toContain('"post"');
  expect((await pageOf('/meeting-room/booking')).text).toBe(`the build's app${NOTICE}`);
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
  let made: BlogPostChangedResponse['data'];
  const send = async (path: string, entry: object) => {
    const response = await post<BlogPostChangedResponse & ErrorBody>(server, path, { ...entry }, { token });
    if (response.status === 200) made = response.body.data;
    return response;
  };
  const code = async (path: string, entry: object) => (await send(path, entry)).body.error?.code ?? 'done';
  /** Where visitors see it: the page of it, the list, the API's list, and the sitemap, on both servers. */
  const seen = async () => {
    const own = `/blog/${made.id}`;
    const list = JSON.stringify((await get(server, paths.blog)).body);
    return [
      (await pageOf(own)).status === 200,
      (await pageOf('/blog')).text.includes('A tamarind'),
      (await second.inject('/blog')).body.includes('A tamarind'),
      list.includes('A tamarind'),
      (await get(server, paths.blogPost(made.id))).status === 200,
      (await pageOf('/sitemap.xml')).text.includes(`${own}<`),
    ];
  };
  const [everywhere, nowhere] = [Array(6).fill(true), Array(6).fill(false)];
  beforeAll(async () => {
    token = (await signIn(server, 'owner')).access;
  });

  test('is a draft at first, and is on every page with the first request after it is published', async () => {
    await send(deskPaths.savePost, fields);
    expect(await seen()).toEqual(nowhere);
    const { data } = (await get<DeskPostsResponse>(server, deskPaths.posts, token)).body;
    expect(data[0]).toMatchObject({ id: made.id, state: 'draft', image: '/images/placeholder.jpg' });
    expect(await code(deskPaths.publishPost, made)).toBe('done');
    expect(await seen()).toEqual(everywhere);
    const later = addDays(dateAt(server.clock.now), 1);
    expect(await code(deskPaths.publishPost, { ...made, day: later })).toBe('bad-input');
    // What is changed is changed at once; its neighbours name it.
    expect(await code(deskPaths.savePost, { ...fields, ...made, title: 'A tamarind day' })).toBe('done');
    expect((await pageOf('/blog')).text).toContain('A tamarind day');
    expect((await pageOf('/blog/20')).text).toContain('A tamarind day');
  });

  test('that somebody has edited meanwhile is refused, with what changed', async () => {
    const opened = { ...fields, ...made, title: 'A tamarind day' };
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

  test('is off every page with the first request after it is taken off, and comes at its time', async () => {
    expect(await code(deskPaths.unpublishPost, { ...made, reason: 'A wrong figure' })).toBe('done');
    expect(await seen()).toEqual(nowhere);
    const { now } = server.clock;
    const day = addDays(dateAt(now), 2);
    expect(await code(deskPaths.publishPost, { ...made, day, time: '09:30' })).toBe('done');
    const { data } = (await get<DeskPostResponse>(server, `${deskPaths.post}?id=${made.id}`, token)).body;
    expect(data).toMatchObject({ state: 'scheduled', date: day, publish_at: `${day}T04:00:00.000Z` });
    expect(data.body).toBe(fields.body);
    server.clock.now = instantOf(day, 19) - 1;
    expect(await seen()).toEqual(nowhere);
    server.clock.now = instantOf(day, 19);
    expect(await seen()).toEqual(everywhere);
    server.clock.now = now;
    const { body } = await get<AuditResponse>(
      server,
      `${deskPaths.audit}?subject=post&subject_id=${made.id}`,
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

  test('that no visitor has seen can be deleted, and one that was on the site cannot', async () => {
    const listed = async () =>
      (await get<DeskPostsResponse>(server, deskPaths.posts, token)).body.data.map(({ id }) => id);
    const deletable = async (id: number) =>
      (await get<DeskPostResponse>(server, `${deskPaths.post}?id=${id}`, token)).body.data.deletable;
    // It was on the site before, is scheduled again, and is a draft then.
    expect(await code(deskPaths.deletePost, made)).toBe('was-published');
    expect(await code(deskPaths.unpublishPost, made)).toBe('done');
    expect(await deletable(made.id)).toBe(false);
    expect(await code(deskPaths.deletePost, made)).toBe('was-published');

    await send(deskPaths.savePost, fields);
    const draft = made;
    // A schedule that was taken back in time showed it to nobody.
    await send(deskPaths.publishPost, { ...draft, day: addDays(dateAt(server.clock.now), 2) });
    expect(await deletable(draft.id)).toBe(false);
    await send(deskPaths.unpublishPost, made);
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
    // No later post is taken for it.
    await send(deskPaths.savePost, fields);
    expect(made.id).toBe(draft.id + 1);
  });

  test.each<[string, string, object, string]>([
    ['no title', deskPaths.savePost, { ...fields, title: ' ' }, 'title'],
    ['no text', deskPaths.savePost, { ...fields, body: '' }, 'body'],
    ['a text without an end', deskPaths.savePost, { ...fields, body: 'a'.repeat(50_001) }, 'body'],
    ['a picture that nobody uploaded', deskPaths.savePost, { ...fields, image: '/images/none.jpg' }, 'image'],
    [
      'a picture in its text that nobody uploaded',
      deskPaths.savePost,
      { ...fields, body: `![A door](/images/uploaded/${'a'.repeat(24)}.jpg)` },
      'body',
    ],
    ['a day that is over', deskPaths.publishPost, { id: 1, version: 1, day: '2025-11-20' }, 'day'],
    ['a day in three years', deskPaths.publishPost, { id: 1, version: 1, day: '2028-11-20' }, 'day'],
    [
      'a time that is over',
      deskPaths.publishPost,
      { id: 1, version: 1, day: '2025-11-21', time: '09:00' },
      'time',
    ],
    ['a time of no day', deskPaths.publishPost, { id: 1, version: 1, time: '09:00' }, 'day'],
  ])('is refused with %s', async (_case, path, entry, field) => {
    const { status, body } = await send(path, entry);
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
  });
});
