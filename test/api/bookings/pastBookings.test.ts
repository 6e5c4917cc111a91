import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { pastBookingsResponse, type PastBookings } from '../../../contract/bookings/pastBookings.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { get, signIn, type SignedIn } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
let guest: SignedIn;

/** The time is 21 November 2025, 10:10. */
beforeAll(async () => {
  server = await startServer();
  guest = await signIn(server, 'guest');
  const { user_id: otherUser } = await signIn(server, 'member');
  await sql`
    insert into booking (user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points, confirmed_at,
      cancelled_at, returned)
    select user_id::uuid, 2, day::date, start_slot, start_slot + 1, status, 'points', 1, now(),
      case when status = ${sql.lit(bookingCodes.cancelled)} then now() end, case when status = ${sql.lit(bookingCodes.cancelled)} then 1 end
    from (values
      (${guest.user_id}, '2025-09-30', 20, 'confirmed'),
      (${guest.user_id}, '2025-10-01', 20, 'confirmed'),
      (${guest.user_id}, '2025-10-31', 30, ${bookingCodes.cancelled}),
      (${guest.user_id}, '2025-11-21', 19, 'confirmed'),
      (${guest.user_id}, '2025-11-21', 20, 'confirmed'),
      (${guest.user_id}, '2025-12-24', 20, ${bookingCodes.cancelled}),
      (${guest.user_id}, '2025-12-25', 20, 'confirmed'),
      (${otherUser}, '2025-10-02', 20, 'confirmed')
    ) as made (user_id, day, start_slot, status)`.execute(server.database);
});
afterAll(() => server.close());

async function month(query = ''): Promise<PastBookings> {
  const { status, body } = await get(server, paths.pastBookings + query, guest.access);
  expect(status).toBe(200);
  return pastBookingsResponse.parse(body).data;
}
const daysOf = ({ bookings }: PastBookings) =>
  bookings.map(({ booking_date, status }) => `${booking_date} ${status}`);

test('past and cancelled bookings are found by month, the latest first, without those of others', async () => {
  const latest = await month();
  expect(latest.months).toEqual(['2025-12', '2025-11', '2025-10', '2025-09']);
  expect([latest.month, daysOf(latest)]).toEqual(['2025-12', ['2025-12-24 cancelled']]);
  // The booking from 10:00 to 10:30 is not over.
  expect(daysOf(await month('?month=2025-11'))).toEqual(['2025-11-21 over']);
  expect(daysOf(await month('?month=2025-10'))).toEqual(['2025-10-31 cancelled', '2025-10-01 over']);
  expect(daysOf(await month('?month=2025-09'))).toEqual(['2025-09-30 over']);
  expect(await month('?month=2024-02')).toMatchObject({ month: '2024-02', bookings: [], papers: [] });
});

test('an account that has booked nothing has no months', async () => {
  const { access } = await signIn(server, 'blocked');
  const { status, body } = await get(server, paths.pastBookings, access);
  expect([status, body]).toEqual([200, { data: { months: [], month: null, bookings: [], papers: [] } }]);
});

test.each(['2025-13', '2025-1', "2025-10' or 1=1", '20250-10', 'October'])(
  'the month %j is refused, naming the field',
  async (text) => {
    const path = `${paths.pastBookings}?${new URLSearchParams({ month: text }).toString()}`;
    const { status, body } = await get<{ error: { fields: object } }>(server, path, guest.access);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['month']]);
  },
);

test('a visitor who is not signed in gets 401', async () => {
  expect((await get(server, paths.pastBookings)).status).toBe(401);
});
