import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { bookingFields, post, type ApiResponse } from '../../api/client.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { fetchMoveTerms, bookByPoints } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, DAY, MORNING, ROOM } from '../startPayments.ts';

withFreshPayments();

const OTHER_DAY = '2025-11-26';
const alternativesOf = ({ status, body }: ApiResponse) => {
  const { code, alternatives } = (body as ErrorBody).error;
  return { status, code, times: alternatives?.times, rooms: alternatives?.rooms.map(({ id }) => id) };
};
const timesOf = (...ranges: SlotRange[]) => ranges.map(bookingTimes);

beforeEach(async () => {
  await setHalfPoints(server.database, 100, server.member.user_id);
  // The morning of the room is taken.
  await bookByPoints(server, DAY, MORNING);
});

test('every 409 slot-taken contains the nearest free times of the room and other free rooms', async () => {
  const nearest = timesOf({ start: 23, end: 26 }, { start: 17, end: 20 });
  const held = alternativesOf(await create(server, MORNING));
  expect(held).toMatchObject({ status: 409, code: 'slot-taken', times: nearest });
  expect(held.rooms).toHaveLength(3);
  expect(held.rooms).not.toContain(ROOM);

  await server.database
    .updateTable('app_user')
    .set({ is_member: true })
    .where('id', '=', server.guest.user_id)
    .execute();
  await setHalfPoints(server.database, 100, server.guest.user_id);
  const fields = bookingFields(server.guest, ROOM, DAY, MORNING);
  expect(alternativesOf(await post(server, paths.book, fields, { token: server.guest.access }))).toEqual(
    held,
  );
  await server.database
    .updateTable('app_user')
    .set({ is_member: false })
    .where('id', '=', server.guest.user_id)
    .execute();
  await setHalfPoints(server.database, 0, server.guest.user_id);

  const booking = await bookByPoints(server, OTHER_DAY);
  await server.database
    .updateTable('booking')
    .set({ user_id: server.guest.user_id })
    .where('id', '=', booking)
    .execute();
  expect(alternativesOf(await fetchMoveTerms(server, booking, { day: DAY }))).toEqual(held);
});

test('the alternatives can be booked: no taken or closed room, no room in another city, no time outside the opening hours', async () => {
  const freeRooms = alternativesOf(await create(server, MORNING)).rooms ?? [];
  const [taken, closed, inOtherCity] = freeRooms as [number, number, number];
  await post(server, paths.book, bookingFields(server.member, taken, DAY, { start: 22, end: 23 }), {
    token: server.member.access,
  });
  const hours = (opens: number, closes: number) => ({
    opens: Array<number>(7).fill(opens),
    closes: Array<number>(7).fill(closes),
  });
  const rooms = server.database.updateTable('room');
  await rooms.set(hours(21, 48)).where('id', '=', closed).execute();
  await rooms.set({ city: 'Madurai' }).where('id', '=', inOtherCity).execute();
  await rooms.set(hours(18, 26)).where('id', '=', ROOM).execute();
  const now = alternativesOf(await create(server, MORNING));
  await rooms.set(hours(12, 48)).where('id', 'in', [closed, ROOM]).execute();
  await rooms.set({ city: 'Chennai' }).where('id', '=', inOtherCity).execute();
  expect(now.times).toEqual(timesOf({ start: 23, end: 26 }));
  for (const id of freeRooms) expect(now.rooms).not.toContain(id);
  expect(now.rooms).toHaveLength(3);
  for (const id of now.rooms ?? []) {
    const { status } = await post(server, paths.book, bookingFields(server.member, id, DAY, MORNING), {
      token: server.member.access,
    });
    expect(status).toBe(200);
  }
});

test('a room that opens, closes, and is booked before and after exactly these times is offered', async () => {
  const freeRooms = alternativesOf(await create(server, MORNING)).rooms ?? [];
  const [room, otherRoom] = freeRooms as [number, number];
  const setHours = (opens: number, closes: number) =>
    server.database
      .updateTable('room')
      .set({ opens: Array<number>(7).fill(opens), closes: Array<number>(7).fill(closes) })
      .where('id', '=', room)
      .execute();
  await setHours(MORNING.start, MORNING.end);
  for (const range of [
    { start: MORNING.start - 1, end: MORNING.start },
    { start: MORNING.end, end: MORNING.end + 1 },
  ]) {
    const fields = bookingFields(server.member, otherRoom, DAY, range);
    expect((await post(server, paths.book, fields, { token: server.member.access })).status).toBe(200);
  }
  const exact = alternativesOf(await create(server, MORNING)).rooms;
  await setHours(12, 48);
  expect(exact).toEqual(freeRooms);
});
