import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import {
  MAX_UPCOMING_LISTED,
  type DeskRoom,
  type DeskRoomsResponse,
  type RoomChangedResponse,
} from '../../../contract/desk/rooms.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByPoints } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, create, dataOf, DAY, MORNING, ROOM, bookingState } from '../startPayments.ts';

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
  await server.database.deleteFrom('room').where('id', '>', 9).execute();
  await server.database
    .updateTable('room')
    .set({
      archived_at: null,
      is_draft: false,
      min_slots: 1,
      max_slots: 48,
      buffer_slots: 0,
      description: '',
      position: 0,
      price_per_hour_paise: 502_00,
      name: 'Kolam Round',
    })
    .where('id', '=', ROOM)
    .execute();
});

type Changed = ApiResponse<RoomChangedResponse & ErrorBody>;
const change = (path: string, fields: object): Promise<Changed> =>
  post(server, path, { ...fields }, { token: owner.access });
const fetchDeskRooms = async () =>
  (await get<DeskRoomsResponse>(server, deskPaths.rooms, owner.access)).body.data;
const room = async (id = ROOM) => (await fetchDeskRooms()).find((one) => one.id === id) as DeskRoom;
/** In the list for visitors. */
const fetchVisitorRooms = async () => (await get<RoomsResponse>(server, paths.rooms)).body.data;
const fetchShownPrice = async () => (await fetchVisitorRooms()).find(({ id }) => id === ROOM)?.price_per_hour;
const codeOf = ({ status, body }: ApiResponse) => (status === 200 ? 'done' : (body as ErrorBody).error.code);
const fieldsOf = ({ body }: Changed) => Object.keys(body.error.fields ?? {});
const audit = async (id: number) =>
  (
    await get<AuditResponse>(server, `${deskPaths.audit}?subject=room&subject_id=${id}`, owner.access)
  ).body.data.map(({ action }) => action);

/** In the format in which the desk saves a room. */
const editableFields = ({
  prices: _prices,
  archived: _archived,
  draft: _draft,
  min_minutes: _min,
  max_minutes: _max,
  buffer_minutes: _buffer,
  bookings_ahead: _ahead,
  upcoming: _upcoming,
  ...deskRoom
}: DeskRoom) => ({
  id: deskRoom.id,
  version: deskRoom.version,
  room_name: deskRoom.room_name,
  room_capacity: deskRoom.room_capacity,
  ...deskRoom.location,
  city: 'chennai',
  amenities: deskRoom.amenities.map(({ name }) => name),
  layouts: deskRoom.layouts,
  opening_hours: deskRoom.opening_hours,
  images: deskRoom.images.map(({ image }) => image),
});
const setPrice = async (price_per_hour: unknown, from_day = today) =>
  change(deskPaths.setPrice, { id: ROOM, version: (await room()).version, from_day, price_per_hour });

describe('a room', () => {
  test('is added with its hours and price, and visitors get it with the next call', async () => {
    const before = await fetchVisitorRooms();
    const { id: _id, ...fields } = editableFields(await room());
    const added = await change(deskPaths.saveRoom, {
      ...fields,
      id: null,
      room_name: 'Tamarind Studio',
      price_per_hour: '1,640',
      opening_hours: [...Array.from({ length: 6 }, () => ({ opens: '08:00', closes: '00:00' })), null],
      images: [],
    });
    expect(codeOf(added)).toBe('done');
    const after = await fetchVisitorRooms();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({
      id: dataOf(added).id,
      room_name: 'Tamarind Studio',
      price_per_hour: 1640,
      images: [{ image: '/images/placeholder.jpg' }],
    });
    expect(after.at(-1)?.opening_hours?.[6]).toBeNull();
    expect(after.at(-1)?.opening_hours?.[0]).toEqual({ opens: '08:00:00', closes: '24:00:00' });
    expect(await audit(dataOf(added).id)).toEqual(['room added']);
  });

  test.each<[string, object, string]>([
    ['a price of zero', { id: null, price_per_hour: '0' }, 'price_per_hour'],
    ['a price with a comma for the decimals', { id: null, price_per_hour: '1,20' }, 'price_per_hour'],
    ['a price of a million', { id: null, price_per_hour: '1000000' }, 'price_per_hour'],
    ['an odd price, whose tax has no equal halves', { id: null, price_per_hour: '501' }, 'price_per_hour'],
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
    ['a picture that was not uploaded', { images: ['/images/not-there.jpg'] }, 'images'],
    ['a buffer of more than four hours', { buffer_slots: 9 }, 'buffer_slots'],
    ['a description that is too long', { description: 'x'.repeat(2001) }, 'description'],
    ['a shortest booking of no time', { min_slots: 0 }, 'min_slots'],
    ['a longest booking of more than a day', { max_slots: 49 }, 'max_slots'],
    ['a longest booking that is shorter than the shortest', { min_slots: 4, max_slots: 3 }, 'max_slots'],
    ['a picture of another site', { images: ['https://example.com/a.jpg'] }, 'images'],
  ])('is not saved with %s', async (_case, wrong, field) => {
    const refused = await change(deskPaths.saveRoom, { ...editableFields(await room()), ...wrong });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
    expect(await fetchDeskRooms()).toHaveLength(9);
  });

  test('has a description and lengths of its bookings, which a form of the previous version leaves as they are', async () => {
    const fields = editableFields(await room());
    const rules = {
      description: ' Two windows.\n\nA garden. ',
      min_slots: '2',
      max_slots: '6',
      buffer_slots: '1',
    };
    expect(codeOf(await change(deskPaths.saveRoom, { ...fields, ...rules }))).toBe('done');
    const shown = async () => (await fetchVisitorRooms()).find(({ id }) => id === ROOM);
    const saved = {
      description: 'Two windows.\n\nA garden.',
      min_minutes: 60,
      max_minutes: 180,
      buffer_minutes: 30,
    };
    expect(await shown()).toMatchObject(saved);
    expect(
      codeOf(await change(deskPaths.saveRoom, editableFields({ ...(await room()), room_name: 'Kolam' }))),
    ).toBe('done');
    expect(await shown()).toMatchObject({ ...saved, room_name: 'Kolam' });
    const cleared = {
      ...editableFields(await room()),
      description: '',
      min_slots: 1,
      max_slots: 48,
      buffer_slots: 0,
    };
    expect(codeOf(await change(deskPaths.saveRoom, cleared))).toBe('done');
    expect(Object.keys((await shown()) ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/description|minutes/)]),
    );
  });

  test('is a draft until it is published: nobody sees it, and it cannot be booked in any way', async () => {
    const { id: _id, ...fields } = editableFields(await room());
    const draft = {
      ...fields,
      id: null,
      room_name: 'Tamarind Studio',
      price_per_hour: '600',
      images: [],
      draft: '1',
    };
    const added = await change(deskPaths.saveRoom, draft);
    const { id } = dataOf(added);
    expect(await room(id)).toMatchObject({ archived: true, draft: true });
    expect((await fetchVisitorRooms()).map(({ id: shown }) => shown)).not.toContain(id);
    // The rule is the one of an archived room: test/payments/bookings/rulesByDoor.test.ts has it at every door.
    const desk = { email: 'member@example.com', mid: id, bdate: DAY, ...bookingTimes(MORNING) };
    const answers = await Promise.all([
      post(server, paths.book, bookingFields(server.member, id, DAY, MORNING), {
        token: server.member.access,
      }),
      create(server, MORNING, { mid: id }),
      change(deskPaths.walkIn, desk),
      change(deskPaths.sell, { ...desk, method: 'cash', amount: '1062.00' }),
    ]);
    expect(answers.map((answer) => codeOf(answer))).toEqual(Array(4).fill('not-found'));

    // It can be edited, and its name is checked again when it is published.
    const version = dataOf(
      await change(deskPaths.saveRoom, { ...editableFields(await room(id)), floor: '2' }),
    ).version;
    expect(await room(id)).toMatchObject({ draft: true, version });
    const publish = { id, version, archived: '', reason: '' };
    expect(codeOf(await change(deskPaths.archiveRoom, publish))).toBe('done');
    expect(await room(id)).toMatchObject({ archived: false, draft: false });
    expect((await fetchVisitorRooms()).map(({ id: shown }) => shown)).toContain(id);
    // Published and archived, it is no draft any more.
    expect(
      codeOf(await change(deskPaths.archiveRoom, { ...publish, version: version + 1, archived: '1' })),
    ).toBe('done');
    expect(await room(id)).toMatchObject({ archived: true, draft: false });
    expect((await audit(id)).slice(0, 4)).toEqual([
      'room archived',
      'room published',
      'room changed',
      'draft of a room added',
    ]);
  });

  test('has only its changed fields in the audit, regardless of the order of unchanged lists', async () => {
    const { amenities, layouts, ...fields } = editableFields(await room());
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

  test('has its old and new opening hours in the audit when they change', async () => {
    const before = editableFields(await room());
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

  test('is not saved when somebody else has changed it, and the response contains the changes', async () => {
    const loadedRoom = editableFields(await room());
    const seats = { ...loadedRoom, room_capacity: loadedRoom.room_capacity + 1 };
    expect(codeOf(await change(deskPaths.saveRoom, seats))).toBe('done');
    const refused = await change(deskPaths.saveRoom, { ...loadedRoom, floor: '9th Floor' });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'changed-meanwhile',
      changed: {
        by: 'Omana Raman',
        version: loadedRoom.version + 1,
        fields: { capacity: loadedRoom.room_capacity + 1 },
      },
    });
    expect((await room()).location.floor).toBe(loadedRoom.floor);
    const otherChange = { ...loadedRoom, version: loadedRoom.version + 1, floor: '9th Floor' };
    expect(codeOf(await change(deskPaths.saveRoom, otherChange))).toBe('done');
    // Saving the same values again writes no audit entry.
    const entries = (await audit(ROOM)).length;
    expect(codeOf(await change(deskPaths.saveRoom, editableFields(await room())))).toBe('done');
    expect(await audit(ROOM)).toHaveLength(entries);
    await change(deskPaths.saveRoom, { ...loadedRoom, version: (await room()).version });
  });

  test('can be reordered; an order of other rooms is refused', async () => {
    const ids = (await fetchDeskRooms()).map(({ id }) => id);
    const moved = [ROOM, ...ids.filter((id) => id !== ROOM)];
    expect(codeOf(await change(deskPaths.orderRooms, { ids: moved }))).toBe('done');
    expect((await fetchVisitorRooms()).map(({ id }) => id)).toEqual(moved);
    expect(codeOf(await change(deskPaths.orderRooms, { ids: moved.slice(1) }))).toBe('changed-meanwhile');
    expect(codeOf(await change(deskPaths.orderRooms, { ids: [...moved.slice(1), 1] }))).toBe(
      'changed-meanwhile',
    );
    // A colleague has moved the room meanwhile: a page with the old order does not overwrite it.
    const other = [...ids].reverse();
    expect(codeOf(await change(deskPaths.orderRooms, { ids: other, shown_ids: ids }))).toBe(
      'changed-meanwhile',
    );
    expect((await fetchVisitorRooms()).map(({ id }) => id)).toEqual(moved);
    expect(codeOf(await change(deskPaths.orderRooms, { ids, shown_ids: moved }))).toBe('done');
  });

  test('that is archived keeps its bookings, accepts no new ones, and can be restored', async () => {
    const booking = await bookByPoints(server, DAY);
    const archive = async (archived: boolean) =>
      change(deskPaths.archiveRoom, { id: ROOM, version: (await room()).version, archived });
    expect(codeOf(await archive(true))).toBe('done');
    expect((await fetchVisitorRooms()).map(({ id }) => id)).not.toContain(ROOM);
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
    expect((await fetchVisitorRooms()).map(({ id }) => id)).toContain(ROOM);
  });

  test('lists its next bookings with their customers, at most five, and counts all that have not started', async () => {
    const { id: memberId } = await server.database
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', 'member@example.com')
      .executeTakeFirstOrThrow();
    const days = Array.from({ length: MAX_UPCOMING_LISTED + 2 }, (_, nth) => addDays(today, nth));
    const inserted = await server.database
      .insertInto('booking')
      .values(
        days.map((day) => ({
          user_id: memberId,
          room_id: ROOM,
          day,
          start_slot: 0,
          end_slot: 3,
          status: 'confirmed' as const,
          paid_with: 'points' as const,
          half_points: 3,
        })),
      )
      .returning(['id', 'day'])
      .execute();
    const idOn = new Map(inserted.map(({ id, day }) => [day, id]));
    // The one of today began at midnight.
    const ahead = days.slice(1);
    const { bookings_ahead, upcoming } = await room();
    expect(bookings_ahead).toBe(ahead.length);
    expect(upcoming).toEqual(
      ahead.slice(0, MAX_UPCOMING_LISTED).map((day) => ({
        id: idOn.get(day),
        who: 'Meera Raman',
        day,
        start_time: '00:00:00',
        end_time: '01:30:00',
      })),
    );
    expect((await room(ROOM + 1)).upcoming).toEqual([]);
    await server.database
      .deleteFrom('booking')
      .where(
        'id',
        'in',
        inserted.map(({ id }) => id),
      )
      .execute();
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
    expect(await fetchShownPrice()).toBe(502);
  });

  test('is read with the commas of people, and every refusal of one says the same, also that tax comes on top', async () => {
    expect(codeOf(await setPrice('₹1,200'))).toBe('done');
    expect(await fetchShownPrice()).toBe(1200);
    const message = 'must be whole, even rupees, such as 1,200; tax comes on top';
    const { id: _id, version: _version, ...fields } = editableFields(await room());
    for (const price of ['1,20', '499', '0', 'a lot', '']) {
      const wrong = await setPrice(price);
      expect(wrong.body.error.fields, price).toEqual({ price_per_hour: message });
      const added = { ...fields, id: null, room_name: 'Tamarind Studio', price_per_hour: price };
      const refused = await change(deskPaths.saveRoom, added);
      expect(refused.body.error.fields, price).toEqual({ price_per_hour: message });
    }
  });

  test('for a past day, or years ahead, is refused', async () => {
    for (const day of [addDays(today, -1), addDays(today, 800)]) {
      expect(fieldsOf(await setPrice('600', day))).toEqual(['from_day']);
    }
  });

  test('applies from midnight of its day to lists and holds', async () => {
    const now = server.clock.now;
    const tomorrow = addDays(today, 1);
    expect(codeOf(await setPrice('600', tomorrow))).toBe('done');
    expect((await room()).prices).toEqual([{ from_day: tomorrow, price_per_hour: 600 }]);
    expect(await fetchShownPrice()).toBe(502);
    server.clock.now = instantOf(tomorrow, 0) - 1;
    expect(await fetchShownPrice()).toBe(502);
    server.clock.now = instantOf(tomorrow, 0);
    expect(await fetchShownPrice()).toBe(600);
    expect(await room()).toMatchObject({ price_per_hour: 600, prices: [] });
    expect(codeOf(await create(server))).toBe('price-changed');
    expect(dataOf(await create(server, MORNING, { amount: '1062.00' }))).toMatchObject({ amount: 1062_00 });
    server.clock.now = now;
  });

  test('that is removed before its day never applies', async () => {
    const tomorrow = addDays(today, 1);
    await setPrice('600', tomorrow);
    const remove = async () =>
      change(deskPaths.removePrice, { id: ROOM, version: (await room()).version, from_day: tomorrow });
    expect(codeOf(await remove())).toBe('done');
    expect(codeOf(await remove())).toBe('not-found');
    expect((await room()).prices).toEqual([]);
  });

  test('that changes during a checkout does not change the price of the hold', async () => {
    const held = dataOf(await create(server));
    expect(codeOf(await setPrice('900'))).toBe('done');
    expect(await fetchShownPrice()).toBe(900);
    // The checkout continues, reloads and pays at its original price.
    expect(dataOf(await create(server)).id).toBe(held.id);
    expect((await complete(server, held, await pay(server, held))).status).toBe(200);
    expect(await bookingState(server, held)).toMatchObject({ status: 'confirmed' });
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
