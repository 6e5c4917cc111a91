import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../client.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const lines: string[] = [];
let server: TestServer;
let member: SignedIn;
let guest: SignedIn;
beforeAll(async () => {
  server = await startServer({
    env: { LOG_LEVEL: 'info', PUBLIC_ORIGIN: 'https://litrooms.test' },
    logTo: { write: (line) => void lines.push(line) },
  });
  [member, guest] = [await signIn(server, 'member'), await signIn(server, 'guest')];
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = START;
  await server.database.deleteFrom('booking').execute();
  await setHalfPoints(server.database, 40, member.user_id);
});

const DAY = '2025-11-25';
const MORNING = { start: 20, end: 23 };

async function book(range: SlotRange = MORNING, day = DAY): Promise<string> {
  const { body } = await post<{ data: { booking_id: string } }>(
    server,
    paths.book,
    bookingFields(member, 2, day, range),
    { token: member.access },
  );
  return body.data.booking_id;
}

async function cancel(id: string, refund: string): Promise<void> {
  const fields = { booking_id: id, refund };
  expect((await post(server, paths.cancel, fields, { token: member.access })).status).toBe(200);
}

const fetchText = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const asUser = ({ access }: SignedIn) => ({ authorization: `Bearer ${access}` });
const download = (id: string, user = member) => fetchText(`${paths.calendar}?booking_id=${id}`, asUser(user));

/** Parsed by an independent library. */
function entries(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as object[]);
  return calendar.getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part);
    return {
      method: calendar.getFirstPropertyValue('method'),
      uid: event.uid,
      sequence: event.sequence,
      stamp: (part.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().getTime(),
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      status: part.getFirstPropertyValue('status'),
      attendee: part.getFirstPropertyValue('attendee'),
      location: event.location,
    };
  });
}

const makeFeed = async (user = member): Promise<string> => {
  const { status, body } = await post<{ data: { path: string } }>(
    server,
    paths.calendarFeed,
    {},
    {
      token: user.access,
    },
  );
  expect(status).toBe(200);
  return body.data.path;
};

test('a booking, even one until midnight, is downloaded as a calendar file without attendees', async () => {
  const id = await book({ start: 46, end: 48 });
  const { status, headers, text } = await download(id);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${bookingReference(id)}.ics"`);
  expect(entries(text)).toEqual([
    {
      method: 'PUBLISH',
      uid: `${id}@litrooms.test`,
      sequence: 0,
      stamp: START,
      start: instantOf(DAY, 46),
      end: instantOf('2025-11-26', 0),
      status: 'CONFIRMED',
      attendee: null,
      location: expect.stringContaining('Kolam Round, 4th Floor, 118, Eri Court'),
    },
  ]);
});

test('a cancelled booking is downloaded as cancelled, with a higher sequence number', async () => {
  const id = await book();
  await cancel(id, '1.5');
  expect(entries((await download(id)).text)).toMatchObject([{ status: 'CANCELLED', sequence: 1 }]);
});

test('a moved booking has its new times and a higher sequence number, in the download and in the feed', async () => {
  const id = await book();
  const path = await makeFeed();
  const tag = (await fetchText(path)).headers.get('etag') ?? '';
  server.clock.now += 600_000;
  const fields = {
    ...bookingFields(member, 2, '2025-11-28', MORNING),
    booking_id: id,
    sequence: 0,
    difference: '0',
  };
  expect(await post(server, paths.move, fields, { token: member.access })).toMatchObject({ status: 200 });
  server.clock.now += 60_000;
  const version = { sequence: 1, stamp: server.clock.now, start: instantOf('2025-11-28', MORNING.start) };
  expect(entries((await download(id)).text)).toMatchObject([version]);
  const feed = await fetchText(path, { 'if-none-match': tag });
  expect([feed.status, entries(feed.text)]).toMatchObject([200, [version]]);
});

test('a download is refused for another user’s booking, an unknown or expired booking, and without signing in', async () => {
  const id = await book();
  expect((await download(id, guest)).status).toBe(404);
  expect((await download('6f1c0f0e-0000-4000-8000-000000000001')).status).toBe(404);
  expect((await download('x')).status).toBe(400);
  expect((await fetchText(`${paths.calendar}?booking_id=${id}`)).status).toBe(401);
  await server.database.updateTable('booking').set({ status: 'expired' }).execute();
  expect((await download(id)).status).toBe(404);
});

test('a feed contains all bookings of its user, cancelled ones as cancelled, and no bookings of others', async () => {
  const [later, sooner] = [await book(MORNING, '2025-11-28'), await book()];
  await cancel(sooner, '1.5');
  const path = await makeFeed();
  const { status, headers, text } = await fetchText(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(entries(text)).toMatchObject([
    { uid: `${sooner}@litrooms.test`, status: 'CANCELLED', sequence: 1, attendee: null },
    { uid: `${later}@litrooms.test`, status: 'CONFIRMED', sequence: 0, method: 'PUBLISH' },
  ]);
  expect(text).toContain('X-WR-CALNAME:Litrooms');
  expect(entries((await fetchText(await makeFeed(guest))).text)).toEqual([]);
});

test('a feed with more than 500 bookings leaves out the oldest ones, and then the most distant ones', async () => {
  const path = await makeFeed();
  /** Inserts a booking of one slot on each of 60 days and in each of `slots` slots. */
  const insertBookings = (first: string, slots: number) =>
    sql`
      insert into booking (user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points, confirmed_at)
      select ${member.user_id}::uuid, 2, ${first}::date + day, slot, slot + 1, 'confirmed', 'points', 1, ${new Date(START)}
      from generate_series(0, 59) as day, generate_series(1, ${slots}::integer) as slot`.execute(
      server.database,
    );
  const times = async () => entries((await fetchText(path)).text).map(({ start }) => start);

  await insertBookings('2025-11-22', 5);
  await insertBookings('2025-09-22', 5);
  const kept = await times();
  expect(kept).toHaveLength(500);
  expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  expect([kept[0], kept.at(-1)]).toEqual([instantOf('2025-10-12', 1), instantOf('2026-01-20', 5)]);

  await insertBookings('2026-01-21', 5);
  const upcoming = await times();
  expect(upcoming).toHaveLength(500);
  expect([upcoming[0], upcoming.at(-1)]).toEqual([instantOf('2025-11-22', 1), instantOf('2026-03-01', 5)]);
});

test('a feed that has not changed is not sent again', async () => {
  await book();
  const path = await makeFeed();
  const first = await fetchText(path);
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  server.clock.now += 600_000;
  const again = await fetchText(path, { 'if-none-match': tag });
  expect([again.status, again.text]).toEqual([304, '']);
  await book({ start: 30, end: 31 });
  expect((await fetchText(path, { 'if-none-match': tag })).status).toBe(200);
});

test('a feed’s address is a secret of 256 bits, shown once, replaced and revoked by its user', async () => {
  const state = async (): Promise<ApiResponse> => get(server, paths.calendarFeed, member.access);
  const first = await makeFeed();
  const secret = first.split('/').at(-1) ?? '';
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(await state()).toMatchObject({
    body: { data: { active: true, since: new Date(START).toISOString() } },
  });
  expect(JSON.stringify((await state()).body)).not.toContain(secret);
  const rows = await server.database.selectFrom('calendar_feed').select(['secret_hash']).execute();
  expect(JSON.stringify(rows)).not.toContain(secret);

  const second = await makeFeed();
  expect((await fetchText(first)).status).toBe(404);
  expect((await fetchText(second)).status).toBe(200);
  await post(server, paths.revokeCalendarFeed, {}, { token: member.access });
  expect((await fetchText(second)).status).toBe(404);
  expect(await state()).toMatchObject({ body: { data: { active: false, since: null } } });
  for (const path of [paths.calendarFeed, paths.revokeCalendarFeed]) {
    expect((await post(server, path, {})).status, path).toBe(401);
  }
  expect((await get(server, paths.calendarFeed)).status).toBe(401);
});

test('the response of a new feed has the same creation time as the next request', async () => {
  const created = await post(server, paths.calendarFeed, {}, { token: member.access });
  const read = await get(server, paths.calendarFeed, member.access);
  const sinceOf = ({ body }: ApiResponse) => (body as { data: { since: string } }).data.since;
  expect(sinceOf(created)).toBe(sinceOf(read));
});

test('the log never contains a feed’s secret', async () => {
  const path = await makeFeed();
  const secret = path.split('/').at(-1) ?? '';
  lines.length = 0;
  await fetchText(path);
  await fetchText(`${path}/`);
  await fetchText(`${path}x?y=${secret}`);
  await fetchText(`${path}/more`);
  const log = lines.join('');
  expect(log).toContain('/api/calendar/[redacted]');
  expect(log).not.toContain(secret);
});

test('a new password revokes the feed, and a session that it revoked cannot create another', async () => {
  const other = await signIn(server, 'guest');
  const created = await post<{ data: { path: string } }>(
    server,
    paths.calendarFeed,
    {},
    { token: guest.access },
  );
  expect((await fetchText(created.body.data.path)).status).toBe(200);
  const passwords = { password: 'Guest-2025!', new_password: 'Another-2025!' };
  expect((await post(server, paths.changePassword, passwords, { token: guest.access })).status).toBe(200);
  expect((await fetchText(created.body.data.path)).status).toBe(404);
  for (const path of [paths.calendarFeed, paths.revokeCalendarFeed]) {
    expect((await post(server, path, {}, { token: other.access })).status).toBe(401);
  }
  expect((await post(server, paths.calendarFeed, {}, { token: guest.access })).status).toBe(200);
});

test('a calendar entry and the feed say whom to call: the business that an owner has entered', async () => {
  const { phone, ...others } = server.config.business;
  expect(phone).toBe('+91 44 4555 0100');
  const changed = { ...others, phone: '+91 44 2441 5000', name: 'Adyar Rooms LLP' };
  const id = await book();
  const row = { ...changed, id: 1, version: 1, social: JSON.stringify(changed.social) };
  await server.database.insertInto('business').values(row).execute();
  const { body } = await post<{ data: { path: string } }>(
    server,
    paths.calendarFeed,
    {},
    { token: member.access },
  );
  const texts = [await download(id), await fetchText(body.data.path)];
  await server.database.deleteFrom('business').execute();
  for (const { text } of texts)
    expect(text.replaceAll('\r\n ', '')).toContain('Adyar Rooms LLP\\, +91 44 2441 5000');
});
