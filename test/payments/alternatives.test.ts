import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/slots.ts';
import { bookingFields, post, type ApiResponse } from '../api/client.ts';
import { askMove, bookByPoints } from './cancelling.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { create, DAY, MORNING, ROOM } from './startPayments.ts';

withFreshPayments();

const OTHER_DAY = '2025-11-26';
const offered = ({ status, body }: ApiResponse) => {
  const { code, alternatives } = (body as ErrorBody).error;
  return { status, code, times: alternatives?.times, rooms: alternatives?.rooms.map(({ id }) => id) };
};
const starts = (...ranges: SlotRange[]) => ranges.map(bookingTimes);

beforeEach(async () => {
  await server.database
    .updateTable('app_user')
    .set({ half_points: 100 })
    .where('is_member', '=', true)
    .execute();
  // The morning of the room is taken.
  await bookByPoints(server, DAY, MORNING);
});

test('every refusal of taken times says which are free instead, the nearest first, and which rooms', async () => {
  const nearest = starts({ start: 23, end: 26 }, { start: 17, end: 20 });
  const held = offered(await create(server, MORNING));
  expect(held).toMatchObject({ status: 409, code: 'slot-taken', times: nearest });
  expect(held.rooms).toHaveLength(3);
  expect(held.rooms).not.toContain(ROOM);

  await server.database
    .updateTable('app_user')
    .set({ is_member: true, half_points: 100 })
    .where('id', '=', server.guest.user_id)
    .execute();
  const fields = bookingFields(server.guest, ROOM, DAY, MORNING);
  expect(offered(await post(server, paths.book, fields, { token: server.guest.access }))).toEqual(held);
  await server.database
    .updateTable('app_user')
    .set({ is_member: false, half_points: 0 })
    .where('id', '=', server.guest.user_id)
    .execute();

  const booking = await bookByPoints(server, OTHER_DAY);
  await server.database
    .updateTable('booking')
    .set({ user_id: server.guest.user_id })
    .where('id', '=', booking)
    .execute();
  expect(offered(await askMove(server, booking, { day: DAY }))).toEqual(held);
});

test('what is offered can be booked: no room that is taken, closed or in another city, and no time outside the hours', async () => {
  const first = offered(await create(server, MORNING)).rooms ?? [];
  const [taken, closed, away] = first as [number, number, number];
  await post(server, paths.book, bookingFields(server.member, taken, DAY, { start: 22, end: 23 }), {
    token: server.member.access,
  });
  const hours = (opens: number, closes: number) => ({
    opens: Array<number>(7).fill(opens),
    closes: Array<number>(7).fill(closes),
  });
  const rooms = server.database.updateTable('room');
  await rooms.set(hours(21, 48)).where('id', '=', closed).execute();
  await rooms.set({ city: 'Madurai' }).where('id', '=', away).execute();
  await rooms.set(hours(18, 26)).where('id', '=', ROOM).execute();
  const now = offered(await create(server, MORNING));
  await rooms.set(hours(12, 48)).where('id', 'in', [closed, ROOM]).execute();
  await rooms.set({ city: 'Chennai' }).where('id', '=', away).execute();
  expect(now.times).toEqual(starts({ start: 23, end: 26 }));
  for (const id of first) expect(now.rooms).not.toContain(id);
  expect(now.rooms).toHaveLength(3);
  for (const id of now.rooms ?? []) {
    const { status } = await post(server, paths.book, bookingFields(server.member, id, DAY, MORNING), {
      token: server.member.access,
    });
    expect(status).toBe(200);
  }
});
