import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse, TakenSlotsResponse } from '../../../contract/rooms/rooms.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { migrations } from '../../../server/platform/database/migrate.ts';
import { bookingFields, get, post } from '../../api/client.ts';
import { fetchMoveTerms, bookByPoints } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, dataOf, DAY, openDaily, ROOM } from '../startPayments.ts';

withFreshPayments();

/** 7 AM to 9 PM. */
const OPEN: SlotRange = { start: 14, end: 42 };
const book = (range: SlotRange, day = DAY) =>
  post(server, paths.book, bookingFields(server.member, ROOM, day, range), { token: server.member.access });

describe('outside the opening hours', () => {
  test.each<[string, SlotRange, string]>([
    ['before them', { start: 12, end: 14 }, 'stime'],
    ['from before them', { start: 13, end: 15 }, 'stime'],
    ['until after them', { start: 41, end: 43 }, 'ctime'],
    ['after them', { start: 42, end: 43 }, 'ctime'],
    ['all day', { start: 0, end: 48 }, 'stime'],
  ])('nothing can be booked or held: %s', async (_case, range, field) => {
    await openDaily(server, OPEN);
    for (const refused of [await book(range), await create(server, range)]) {
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'bad-input' } } });
      expect(Object.keys((refused.body as { error: { fields: object } }).error.fields)).toEqual([field]);
    }
    expect(await server.database.selectFrom('booking').select('id').execute()).toEqual([]);
  });

  test('no booking can be moved', async () => {
    const booking = await bookByPoints(server, DAY);
    await openDaily(server, OPEN);
    const refused = await fetchMoveTerms(
      server,
      booking,
      { day: DAY, range: { start: 42, end: 44 } },
      server.member,
    );
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { fields: { ctime: expect.any(String) } } },
    });
  });

  test('existing bookings stay', async () => {
    expect((await book({ start: 44, end: 46 })).status).toBe(200);
    await openDaily(server, OPEN);
    expect(await server.database.selectFrom('booking').select('status').execute()).toEqual([
      { status: 'confirmed' },
    ]);
  });
});

test('all of the opening hours can be booked', async () => {
  await openDaily(server, OPEN);
  expect((await book(OPEN)).status).toBe(200);
});

test('by default nothing can be booked between midnight and 6 AM', async () => {
  expect((await book({ start: 11, end: 13 })).status).toBe(400);
  expect((await book({ start: 12, end: 13 })).status).toBe(200);
  expect((await book({ start: 47, end: 48 })).status).toBe(200);
});

test('a room can be closed on a weekday, which una-slot and the list of rooms show', async () => {
  await openDaily(server, OPEN);
  // 30 November 2025 is a Sunday.
  await sql`update room set closes[7] = opens[7] where id = ${ROOM}`.execute(server.database);
  expect(await book({ start: 20, end: 22 }, '2025-11-30')).toMatchObject({
    status: 400,
    body: { error: { fields: { bdate: expect.stringContaining('open') } } },
  });
  expect((await book({ start: 20, end: 22 }, '2025-12-01')).status).toBe(200);

  const openOn = async (date: string) =>
    dataOf(await post<TakenSlotsResponse>(server, paths.takenSlots, { date, id: ROOM })).open;
  expect(await openOn('2025-11-30')).toBeNull();
  expect(await openOn('2025-12-01')).toEqual({ opens: '07:00:00', closes: '21:00:00' });
  const rooms = dataOf(await get<RoomsResponse>(server, `${paths.rooms}?city=chennai`));
  expect(rooms.find(({ id }) => id === ROOM)?.opening_hours).toEqual([
    ...Array.from({ length: 6 }, () => ({ opens: '07:00:00', closes: '21:00:00' })),
    null,
  ]);
});

describe('the database refuses opening hours', () => {
  test.each([
    ['that end before they begin', 'opens[3] = 30, closes[3] = 20'],
    ['beyond the day', 'closes[1] = 49'],
    ['before the day', 'opens[1] = -1'],
    ['of eight weekdays', 'opens[8] = 12'],
    ['of no weekday', `opens = '{}'`],
    ['with a gap', 'opens[2] = null'],
  ])('%s', async (_case, change) => {
    await expect(sql`update room set ${sql.raw(change)}`.execute(server.database)).rejects.toMatchObject({
      constraint: 'room_opening_hours',
    });
  });
});

test('the migration and the code have the same default opening hours', async () => {
  expect(Object.keys(migrations)).toContain('0015-opening-hours');
  const { rows } = await sql<{ opens: number[]; closes: number[] }>`
    insert into room (id, name, capacity, price_per_hour_paise, images, amenities, floor, building_no, street_name,
      area_name, city, pincode)
    values (99, 'New', 4, 50000, '{}', '{}', '', '', '', '', 'Nowhere', '') returning opens, closes`.execute(
    server.database,
  );
  expect(rows).toEqual([{ opens: Array(7).fill(12), closes: Array(7).fill(48) }]);
});
