import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { EventChangedResponse } from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { EventsResponse } from '../../../contract/content/events.ts';
import { paths } from '../../../contract/paths.ts';
import { room, type RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { seedPosts } from '../../../server/seed/posts.ts';
import { seedRooms } from '../../../server/seed/rooms.ts';
import { get, post, signIn, type ErrorResponse } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('the rooms', () => {
  test('are those of the city, with the price per hour in rupees', async () => {
    const { status, body } = await get<RoomsResponse>(server, `${paths.rooms}?city=Chennai`);
    expect(status).toBe(200);
    expect(body.data.map(({ room_name }) => room_name)).toEqual(seedRooms.map(({ name }) => name));
    for (const [index, seeded] of seedRooms.entries()) {
      expect(room.strict().safeParse(body.data[index]).error).toBeUndefined();
      expect(body.data[index]?.price_per_hour).toBe(seeded.price_per_hour_paise / 100);
    }
  });

  test('are cached, and up to date with the first call after a change', async () => {
    const price = async () => (await get<RoomsResponse>(server, paths.rooms)).body.data[0]?.price_per_hour;
    const before = await price();
    const setPrice = (rupees: number) =>
      server.database
        .updateTable('room')
        .set({ price_per_hour_paise: rupees * 100 })
        .where('id', '=', 1)
        .execute();
    await setPrice(4_712);
    expect(await price()).toBe(4_712);
    await setPrice(before ?? 0);
    expect(await price()).toBe(before);
  });

  test('are those of Chennai without a city, and another city is refused', async () => {
    expect((await get(server, paths.rooms)).body).toEqual(
      (await get(server, `${paths.rooms}?city=chennai`)).body,
    );
    const { status, body } = (await get(server, `${paths.rooms}?city=Mumbai`)) as ErrorResponse;
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['city']);
  });
});

const neighbour = (id: number) => ({ id, title: seedPosts.find((seeded) => seeded.id === id)?.title });

describe('the blog', () => {
  test('lists every post once over its pages, newest first, eight on a page', async () => {
    const first = await get<BlogResponse>(server, paths.blog);
    expect(first.body).toMatchObject({ current_page: 1, total_pages: Math.ceil(seedPosts.length / 8) });
    const posts = [];
    for (let page = 1; page <= first.body.total_pages; page += 1) {
      const { body } = await get<BlogResponse>(server, `${paths.blog}?page=${page}`);
      expect(body.current_page).toBe(page);
      expect(body.results.length).toBeLessThanOrEqual(8);
      posts.push(...body.results);
    }
    expect(posts.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(seedPosts.map(({ id }) => id));
    expect(posts.map(({ date }) => date)).toEqual(
      posts
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    );
    expect(posts[0]).not.toHaveProperty('body');
  });

  test('returns one post with its text', async () => {
    const { status, body } = await get<BlogPost>(server, paths.blogPost(1));
    const { day, ...seeded } = seedPosts[0] as (typeof seedPosts)[number];
    expect(status).toBe(200);
    expect(body).toEqual({ ...seeded, date: day, older: null, newer: neighbour(2) });
  });

  test('links from the newest post to the oldest and back', async () => {
    const newestFirst = seedPosts.toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id);
    for (const [index, { id }] of newestFirst.entries()) {
      const { body } = await get<BlogPost>(server, paths.blogPost(id));
      expect(body.older?.id).toBe(newestFirst[index + 1]?.id);
      expect(body.newer?.id).toBe(newestFirst[index - 1]?.id);
    }
  });

  test.each([
    [`${paths.blog}?page=99`, 404],
    [`${paths.blog}?page=0`, 400],
    [`${paths.blog}?page=last`, 400],
    [paths.blogPost(4711), 404],
    ['/api/blog/one', 400],
    ['/api/blog/99999999999', 400],
  ])('%s is refused with %i', async (path, status) => {
    expect((await get(server, path)).status).toBe(status);
  });
});

describe('events of the desk', () => {
  const fields = {
    id: null as number | null,
    version: 0,
    title: 'Founders over filter coffee',
    category: 'Networking',
    day: '2025-12-04',
    start_time: '18:00',
    end_time: '00:00',
    place: 'Athangudi Lounge',
    summary: '',
  };
  let token: string;
  beforeAll(async () => {
    token = (await signIn(server, 'owner')).access;
  });
  const change = (path: string, entry: object) =>
    post<EventChangedResponse & ErrorBody>(server, path, { ...entry }, { token });
  const listed = async (category: string) =>
    (await get<EventsResponse>(server, `${paths.events}?category=${category}`)).body.results;

  test('are in the list of their category, the latest day first, until they are removed', async () => {
    const { data: first } = (await change(deskPaths.saveEvent, fields)).body;
    const later = { ...fields, title: 'Salon', category: 'networking', day: '2025-12-05' };
    const { data: second } = (await change(deskPaths.saveEvent, later)).body;
    await change(deskPaths.saveEvent, { ...later, category: 'Workshop' });
    expect(await listed('NETWORKING')).toEqual([
      {
        id: second.id,
        category: 'Networking',
        title: 'Salon',
        date: '2025-12-05',
        start_time: '18:00:00',
        end_time: '24:00:00',
        place: 'Athangudi Lounge',
        summary: '',
      },
      expect.objectContaining({ id: first.id, date: '2025-12-04' }),
    ]);
    expect(await listed('')).toHaveLength(3);
    expect((await change(deskPaths.saveEvent, { ...fields, ...first, title: 'Over tea' })).status).toBe(200);
    const stale = await change(deskPaths.removeEvent, first);
    expect([stale.status, stale.body.error.changed?.fields]).toEqual([409, { title: 'Over tea' }]);
    expect((await change(deskPaths.removeEvent, { ...first, version: 2, reason: 'Ill' })).status).toBe(200);
    expect((await change(deskPaths.removeEvent, { ...first, version: 2 })).status).toBe(404);
    expect((await listed('networking')).map(({ id }) => id)).toEqual([second.id]);
    const entries = await server.database
      .selectFrom('audit_entry')
      .select(['action', 'reason'])
      .where('subject', '=', 'event')
      .where('subject_id', '=', String(first.id))
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'event added', reason: null },
      { action: 'event changed', reason: null },
      { action: 'event removed', reason: 'Ill' },
    ]);
  });

  test.each([
    ['no category', { category: ' ' }, 'category'],
    ['an end before its beginning', { end_time: '17:30' }, 'end_time'],
    ['a day that does not exist', { day: '2025-02-30' }, 'day'],
    ['a title of two lines', { title: 'a\nb' }, 'title'],
  ])('are refused with %s', async (_case, wrong, field) => {
    const { status, body } = await change(deskPaths.saveEvent, { ...fields, ...wrong });
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

test('a category without events has an empty list', async () => {
  const { status, body } = await get(server, `${paths.events}?category=music&page=1`);
  expect(status).toBe(200);
  expect(body).toEqual({ results: [], total_pages: 1, current_page: 1 });
});
