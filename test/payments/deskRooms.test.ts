import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditResponse } from '../../contract/desk.ts';
import { deskPaths } from '../../contract/deskPaths.ts';
import type { DeskRoom, DeskRoomsResponse, RoomChangedResponse } from '../../contract/deskRooms.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import type { RoomsResponse } from '../../contract/rooms.ts';
import { addDays, dateAt, instantOf } from '../../domain/calendar.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { bookByPoints } from './cancelling.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { pay } from './payer.ts';
import { complete, create, dataOf, DAY, MORNING, ROOM, standing } from './startPayments.ts';

withFreshPayments();
let owner: SignedIn;
let today: string;
beforeAll(async () => {
  owner = await signIn(server, 'owner');
});
beforeEach(() => {
  today = dateAt(server.clock.now);
});
afterEach(async () => {
  await server.database.deleteFrom('room_price').execute();
  await server.database.deleteFrom('room').where('id', '>', 9).execute();
  await server.database
    .updateTable('room')
    .set({ archived_at: null, position: 0, price_per_hour_paise: 502_00, name: 'Kolam Round' })
    .where('id', '=', ROOM)
    .execute();
});

type Changed = ApiResponse<RoomChangedResponse & ErrorBody>;
const change = (path: string, fields: object): Promise<Changed> =>
  post(server, path, { ...fields }, { token: owner.access });
const listed = async () => (await get<DeskRoomsResponse>(server, deskPaths.rooms, owner.access)).body.data;
const room = async (id = ROOM) => (await listed()).find((one) => one.id === id) as DeskRoom;
/** The rooms as visitors get them. */
const shown = async () => (await get<RoomsResponse>(server, paths.rooms)).body.data;
const priceShown = async () => (await shown()).find(({ id }) => id === ROOM)?.price_per_hour;
const codeOf = ({ status, body }: ApiResponse) => (status === 200 ? 'done' : (body as ErrorBody).error.code);
const fieldsOf = ({ body }: Changed) => Object.keys(body.error.fields ?? {});
const audit = async (id: number) =>
  (
    await get<AuditResponse>(server, `${deskPaths.audit}?subject=room&subject_id=${id}`, owner.access)
  ).body.data.map(({ action }) => action);

/** The fields of a room as the desk sends them. */
const edited = ({ prices: _prices, archived: _archived, bookings_ahead: _ahead, ...from }: DeskRoom) => ({
  id: from.id,
  version: from.version,
  room_name: from.room_name,
  room_capacity: from.room_capacity,
  ...from.location,
  city: 'chennai',
  amenities: from.amenities.map(({ name }) => name),
  layouts: from.layouts,
  opening_hours: from.opening_hours,
  images: from.images.map(({ image }) => image),
});
const setPrice = async (price_per_hour: unknown, from_day = today) =>
  change(deskPaths.setPrice, { id: ROOM, version: (await room()).version, from_day, price_per_hour });

describe('a room', () => {
  test('is added with its hours and price, and visitors have it with the next call', async () => {
    const before = await shown();
    const { id: _id, ...fields } = edited(await room());
    const made = await change(deskPaths.saveRoom, {
      ...fields,
      id: null,
      room_name: 'Tamarind Studio',
      price_per_hour: '640',
      opening_hours: [...Array.from({ length: 6 }, () => ({ opens: '08:00', closes: '00:00' })), null],
      images: [],
    });
    expect(codeOf(made)).toBe('done');
    const after = await shown();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({
      id: dataOf(made).id,
      room_name: 'Tamarind Studio',
      price_per_hour: 640,
      images: [{ image: '/images/placeholder.jpg' }],
    });
    expect(after.at(-1)?.opening_hours?.[6]).toBeNull();
    expect(after.at(-1)?.opening_hours?.[0]).toEqual({ opens: '08:00:00', closes: '24:00:00' });
    expect(await audit(dataOf(made).id)).toEqual(['room added']);
  });

  test.each<[string, object, string]>([
    ['a price of nothing', { id: null, price_per_hour: '0' }, 'price_per_hour'],
    ['a price of a million', { id: null, price_per_hour: '1000000' }, 'price_per_hour'],
    ['an odd price, whose tax has no halves', { id: null, price_per_hour: '501' }, 'price_per_hour'],
    ['a new room without a price', { id: null }, 'price_per_hour'],
    ['no name', { room_name: ' ' }, 'room_name'],
    ['the name of another room', { room_name: 'marina huddle' }, 'room_name'],
    ['the name of a page', { room_name: 'Booking' }, 'room_name'],
    ['no seats', { room_capacity: 0, layouts: [] }, 'room_capacity'],
    ['a layout with more seats than the room', { layouts: [{ name: 'theatre', seats: 900 }] }, 'layouts'],
    ['an amenity that is not in the list', { amenities: ['sauna'] }, 'amenities'],
    ['a city without rooms', { city: 'madurai' }, 'city'],
    ['hours that end before they begin', { opening_hours: hours('20:00', '08:00') }, 'opening_hours'],
    ['hours of eight days', { opening_hours: [...hours('08:00', '20:00'), null] }, 'opening_hours'],
    ['a picture that nobody uploaded', { images: ['/images/not-there.jpg'] }, 'images'],
    ['a picture of another site', { images: ['https://example.com/a.jpg'] }, 'images'],
  ])('is not saved with %s', async (_case, wrong, field) => {
    const refused = await change(deskPaths.saveRoom, { ...edited(await room()), ...wrong });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
    expect(await listed()).toHaveLength(9);
  });

  test('whose street alone is changed has that alone in the audit, in whatever order the rest is sent', async () => {
    const { amenities, layouts, ...fields } = edited(await room());
    const saved = await change(deskPaths.saveRoom, {
      ...fields,
      amenities: amenities.toReversed(),
      layouts: layouts?.toReversed(),
      street_name: 'Lattice Bridge Road',
    });
    expect(codeOf(saved)).toBe('done');
    const { body } = await get<AuditResponse>(
      server,
      `${deskPaths.audit}?subject=room&subject_id=${ROOM}`,
      owner.access,
    );
    expect(Object.keys(body.data[0]?.became ?? {}).toSorted()).toEqual(['street_name', 'version']);
    expect((await room()).amenities.map(({ name }) => name)).toEqual(amenities);
  });

  test('that is closed on a day from now on has its hours before and after in the audit', async () => {
    const before = edited(await room());
    const open = before.opening_hours?.slice(0, 6) ?? [];
    const saved = await change(deskPaths.saveRoom, { ...before, opening_hours: [...open, null] });
    expect(codeOf(saved)).toBe('done');
    const { body } = await get<AuditResponse>(
      server,
      `${deskPaths.audit}?subject=room&subject_id=${ROOM}`,
      owner.access,
    );
    const week = Array.from({ length: 7 }, () => ({ start: 12, end: 48 }));
    expect(body.data[0]).toMatchObject({
      was: { opening_hours: week },
      became: { opening_hours: [...week.slice(0, 6), null] },
    });
    expect(codeOf(await change(deskPaths.saveRoom, { ...before, version: dataOf(saved).version }))).toBe(
      'done',
    );
  });

  test('that somebody else has edited meanwhile is refused, with what changed', async () => {
    const opened = edited(await room());
    const seats = { ...opened, room_capacity: opened.room_capacity + 1 };
    expect(codeOf(await change(deskPaths.saveRoom, seats))).toBe('done');
    const refused = await change(deskPaths.saveRoom, { ...opened, floor: '9th Floor' });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'changed-meanwhile',
      changed: {
        by: 'Omana Raman',
        version: opened.version + 1,
        fields: { capacity: opened.room_capacity + 1 },
      },
    });
    expect((await room()).location.floor).toBe(opened.floor);
    const again = { ...opened, version: opened.version + 1, floor: '9th Floor' };
    expect(codeOf(await change(deskPaths.saveRoom, again))).toBe('done');
    // The same once more changes nothing, and leaves nothing in the audit.
    const entries = (await audit(ROOM)).length;
    expect(codeOf(await change(deskPaths.saveRoom, edited(await room())))).toBe('done');
    expect(await audit(ROOM)).toHaveLength(entries);
    await change(deskPaths.saveRoom, { ...opened, version: (await room()).version });
  });

  test('is listed where the order puts it; an order of other rooms is refused', async () => {
    const ids = (await listed()).map(({ id }) => id);
    const moved = [ROOM, ...ids.filter((id) => id !== ROOM)];
    expect(codeOf(await change(deskPaths.orderRooms, { ids: moved }))).toBe('done');
    expect((await shown()).map(({ id }) => id)).toEqual(moved);
    expect(codeOf(await change(deskPaths.orderRooms, { ids: moved.slice(1) }))).toBe('changed-meanwhile');
    expect(codeOf(await change(deskPaths.orderRooms, { ids: [...moved.slice(1), 1] }))).toBe(
      'changed-meanwhile',
    );
    expect(codeOf(await change(deskPaths.orderRooms, { ids }))).toBe('done');
  });

  test('that is archived keeps its bookings, takes no new ones, and comes back', async () => {
    const booking = await bookByPoints(server, DAY);
    const archive = async (archived: boolean) =>
      change(deskPaths.archiveRoom, { id: ROOM, version: (await room()).version, archived });
    expect(codeOf(await archive(true))).toBe('done');
    expect((await shown()).map(({ id }) => id)).not.toContain(ROOM);
    expect(await room()).toMatchObject({ archived: true, bookings_ahead: 1 });
    const fields = bookingFields(server.member, ROOM, DAY, { start: 40, end: 41 });
    expect(codeOf(await post(server, paths.book, fields, { token: server.member.access }))).toBe('not-found');
    expect(codeOf(await create(server))).toBe('not-found');
    expect(
      await server.database
        .selectFrom('booking')
        .select('status')
        .where('id', '=', booking)
        .executeTakeFirst(),
    ).toEqual({ status: 'confirmed' });
    expect(codeOf(await archive(false))).toBe('done');
    expect((await shown()).map(({ id }) => id)).toContain(ROOM);
  });
});

describe('a price', () => {
  test.each<[unknown, string]>([
    ['0', 'price_per_hour'],
    ['1000000', 'price_per_hour'],
    ['499', 'price_per_hour'],
    ['-500', 'price_per_hour'],
    ['500.50', 'price_per_hour'],
    ['a lot', 'price_per_hour'],
  ])('of %s is refused', async (price, field) => {
    const refused = await setPrice(price);
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
    expect(await priceShown()).toBe(502);
  });

  test('of a day that is over, or years ahead, is refused', async () => {
    for (const day of [addDays(today, -1), addDays(today, 800)]) {
      expect(fieldsOf(await setPrice('600', day))).toEqual(['from_day']);
    }
  });

  test('is in force from midnight of its day on, for lists, holds and moves alike', async () => {
    const now = server.clock.now;
    const tomorrow = addDays(today, 1);
    expect(codeOf(await setPrice('600', tomorrow))).toBe('done');
    expect((await room()).prices).toEqual([{ from_day: tomorrow, price_per_hour: 600 }]);
    expect(await priceShown()).toBe(502);
    server.clock.now = instantOf(tomorrow, 0) - 1;
    expect(await priceShown()).toBe(502);
    server.clock.now = instantOf(tomorrow, 0);
    expect(await priceShown()).toBe(600);
    expect(await room()).toMatchObject({ price_per_hour: 600, prices: [] });
    expect(codeOf(await create(server))).toBe('price-changed');
    expect(dataOf(await create(server, MORNING, { amount: '1062.00' }))).toMatchObject({ amount: 1062_00 });
    server.clock.now = now;
  });

  test('that is removed before its day is never in force', async () => {
    const tomorrow = addDays(today, 1);
    await setPrice('600', tomorrow);
    const remove = async () =>
      change(deskPaths.removePrice, { id: ROOM, version: (await room()).version, from_day: tomorrow });
    expect(codeOf(await remove())).toBe('done');
    expect(codeOf(await remove())).toBe('not-found');
    expect((await room()).prices).toEqual([]);
  });

  test('that changes during a checkout leaves the hold its own, and the money fits', async () => {
    const held = dataOf(await create(server));
    expect(codeOf(await setPrice('900'))).toBe('done');
    expect(await priceShown()).toBe(900);
    // The checkout that goes on, reloads and pays, at the price that it began with.
    expect(dataOf(await create(server)).id).toBe(held.id);
    expect((await complete(server, held, await pay(server, held))).status).toBe(200);
    expect(await standing(server, held)).toMatchObject({ status: 'confirmed' });
    const paid = await server.database
      .selectFrom('booking')
      .innerJoin('payment_order', 'payment_order.booking_id', 'booking.id')
      .select(['total_paise', 'amount_paise'])
      .executeTakeFirstOrThrow();
    expect(paid).toEqual({ total_paise: held.amount, amount_paise: held.amount });
  });
});

function hours(opens: string, closes: string) {
  return Array.from({ length: 7 }, () => ({ opens, closes }));
}
