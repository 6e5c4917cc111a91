import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingDetailsResponse } from '../../../contract/bookings/bookingDetails.ts';
import { paths } from '../../../contract/paths.ts';
import { addDays, dateAt } from '../../../domain/time/calendar.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { bookingFields, get, post, signIn, type SignedIn } from '../client.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const DAY = addDays(dateAt(START), 5);

let server: TestServer;
let member: SignedIn;
let guest: SignedIn;
let bookingId: string;

beforeAll(async () => {
  server = await startServer();
  member = await signIn(server, 'member');
  guest = await signIn(server, 'guest');
  const { body } = await post<{ data: { booking_id: string } }>(
    server,
    paths.book,
    bookingFields(member, 3, DAY, { start: 20, end: 23 }),
    { token: member.access },
  );
  bookingId = body.data.booking_id;
});
afterAll(() => server.close());

const details = (id: string, token?: string) =>
  get(server, `${paths.bookingDetails}?booking_id=${id}`, token);

test('a booking is shown to its customer with room, reference, payment and policy', async () => {
  const { status, body } = await details(bookingId, member.access);
  expect(status).toBe(200);
  const { data } = bookingDetailsResponse.parse(body);
  expect(data).toMatchObject({
    id: bookingId,
    reference: `LR-${bookingId.slice(0, 4).toUpperCase()}-${bookingId.slice(4, 8).toUpperCase()}`,
    booking_date: DAY,
    start_time: '10:00:00',
    end_time: '11:00:00',
    status: 'confirmed',
    paid_with: 'points',
    amount: '1.5',
    payment_reference: null,
    payments: [
      { for: 'booking', method: 'points', amount: '1.5', reference: null, at: new Date(START).toISOString() },
    ],
    kept: '1.5',
    policy: [
      'All points are returned until 4 hours before the start.',
      'All points are returned for 15 minutes after booking while the start is more than 1 hour away.',
      'No refund after that.',
    ],
    booked_at: new Date(START).toISOString(),
    movable_until: `${DAY}T00:30:00.000Z`,
  });
  expect(data.meeting_room).toMatchObject({ id: 3, room_capacity: expect.any(Number) as number });
  expect(data.meeting_room.amenities.length).toBeGreaterThan(0);
});

test('another customer gets the same response as for an unknown id, and a visitor has to sign in', async () => {
  const foreign = await details(bookingId, guest.access);
  const unknown = await details('00000000-0000-4000-8000-000000000000', member.access);
  expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
  expect((await details(bookingId)).status).toBe(401);
  expect((await details('1%27--', member.access)).status).toBe(400);
});

test('a cancelled booking has the time of its cancellation and the returned amount', async () => {
  await post(server, paths.cancel, { booking_id: bookingId, refund: '1.5' }, { token: member.access });
  const { body } = await details(bookingId, member.access);
  expect(bookingDetailsResponse.parse(body).data).toMatchObject({
    state: 'cancelled',
    status: 'called_off',
    movable_until: null,
    paid: '1.5',
    back: '1.5',
    kept: '0',
    cancelled: { at: new Date(START).toISOString(), returned: '1.5' },
  });
});

test.each([
  ['confirmed', null, { paid: '1.5', back: '0', kept: '1.5' }],
  ['cancelled', 3, { paid: '1.5', back: '1.5', kept: '0' }],
] as const)(
  'a booking that is older than the ledger of points shows its price as paid: %s',
  async (state, returned, sums) => {
    const { id } = await server.database
      .insertInto('booking')
      .values({
        user_id: member.user_id,
        room_id: 3,
        day: DAY,
        start_slot: 30,
        end_slot: 33,
        status: bookingCodes[state],
        paid_with: 'points',
        half_points: 3,
        returned,
        cancelled_at: returned === null ? null : new Date(START),
        created_at: new Date(START),
        confirmed_at: new Date(START),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { data } = bookingDetailsResponse.parse((await details(id, member.access)).body);
    expect(data).toMatchObject({
      ...sums,
      payments: [
        {
          for: 'booking',
          method: 'points',
          amount: '1.5',
          reference: null,
          at: new Date(START).toISOString(),
        },
      ],
    });
  },
);

test('a returned half point is shown', async () => {
  const fields = bookingFields(member, 3, DAY, { start: 40, end: 41 });
  const { body } = await post<{ data: { booking_id: string } }>(server, paths.book, fields, {
    token: member.access,
  });
  const { booking_id: id } = body.data;
  await post(server, paths.cancel, { booking_id: id, refund: '0.5' }, { token: member.access });
  const { data } = bookingDetailsResponse.parse((await details(id, member.access)).body);
  expect(data).toMatchObject({ paid: '0.5', back: '0.5', kept: '0' });
});
