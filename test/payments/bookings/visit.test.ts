import { expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingFields, get, post, signIn } from '../../api/client.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { bookSeries, THREE_DATES } from '../bookingSeries.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, DAY, dataOf, MORNING, ROOM } from '../startPayments.ts';

withFreshPayments();

const VISIT = { headcount: '5', wishes: '  Interviews, a whiteboard please ' };
const KEPT = { headcount: 5, wishes: 'Interviews, a whiteboard please' };

/** What the desk sees of the visits of all bookings. */
async function visits() {
  const { access } = await signIn(server, 'desk');
  const bookings = await server.database.selectFrom('booking').select('id').orderBy('day').execute();
  return Promise.all(
    bookings.map(async ({ id }) => {
      const path = `${deskPaths.booking}?booking_id=${id}`;
      const { headcount, wishes } = (await get<DeskBookingResponse>(server, path, access)).body.data;
      return { headcount, wishes };
    }),
  );
}

const bookForPoints = (fields: object, day = DAY) =>
  post<{ data: { booking_id: string }; error: { fields: object } }>(
    server,
    paths.book,
    { ...bookingFields(server.member, ROOM, day, MORNING), ...fields },
    { token: server.member.access },
  );

test('what a customer says about a visit is kept by every way to book, and the desk sees it', async () => {
  dataOf(await bookForPoints(VISIT));
  dataOf(await create(server, MORNING, { bdate: '2025-11-26', ...VISIT }));
  expect(await visits()).toEqual([KEPT, KEPT]);
});

test('it is optional, also for a series', async () => {
  await setHalfPoints(server.database, 100, server.member.user_id);
  dataOf(await bookSeries(server));
  expect(await visits()).toEqual(THREE_DATES.map(() => ({ headcount: null, wishes: '' })));
});

test.each([
  ['headcount', { headcount: '0' }],
  ['headcount', { headcount: '1000' }],
  ['headcount', { headcount: 'five' }],
  ['wishes', { wishes: 'x'.repeat(501) }],
])('the field %s is refused for %j', async (field, fields) => {
  const { status, body } = await bookForPoints(fields);
  expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
  expect(await visits()).toEqual([]);
});
