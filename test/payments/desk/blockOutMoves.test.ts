import { beforeEach, expect, test } from 'vitest';
import type { MoveProposalsResponse } from '../../../contract/desk/blockOutMoves.ts';
import type { BlockOutResponse, BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { bookingTimes, parseSlotTime } from '../../../domain/time/slots.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { bookByCard, bookByPoints, emailContents } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { dataOf, DAY, ROOM } from '../startPayments.ts';

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
});

const block = async (roomId: number | '') =>
  dataOf(
    await post<BlockOutResponse & ErrorBody>(
      server,
      deskPaths.makeBlockOut,
      {
        room_id: roomId,
        first_day: DAY,
        last_day: DAY,
        start_time: '09:00:00',
        end_time: '12:00:00',
        reason: 'New carpet',
        around: true,
      },
      { token: desk.access },
    ),
  ).id;
const proposalsFor = async (id: string) =>
  dataOf(await get<MoveProposalsResponse>(server, `${deskPaths.moveProposals}?id=${id}`, desk.access));
type Proposal = Awaited<ReturnType<typeof proposalsFor>>[number];
const moveAll = (id: string, proposals: readonly Proposal[]) =>
  post<ErrorBody>(
    server,
    deskPaths.moveFromBlockOut,
    {
      id,
      reason: 'New carpet',
      moves: proposals.flatMap(({ booking_id, sequence, day, to }) =>
        to === null
          ? []
          : [
              {
                booking_id,
                sequence,
                mid: to.room_id,
                bdate: day,
                ...bookingTimes({
                  start: parseSlotTime(to.start_time) ?? 0,
                  end: parseSlotTime(to.end_time) ?? 0,
                }),
              },
            ],
      ),
    },
    { token: desk.access },
  );
const placesOf = async () =>
  (
    await server.database
      .selectFrom('booking')
      .select(['id', 'room_id', 'start_slot', 'end_slot', 'sequence'])
      .orderBy('created_at')
      .execute()
  ).map(({ id, ...place }) => [id, place] as const);
const blockOut = async (id: string) =>
  dataOf(await get<BlockOutsResponse>(server, deskPaths.blockOuts, desk.access)).find(
    (each) => each.id === id,
  );

test('bookings in the way get different free places, are moved in one go, and the rest is blocked', async () => {
  const { id: one } = await bookByCard(server, DAY, { start: 18, end: 20 });
  const two = await bookByPoints(server, DAY, { start: 20, end: 22 });
  const id = await block(ROOM);
  const proposals = await proposalsFor(id);
  expect(proposals).toMatchObject([
    { booking_id: one, sequence: 0, who: 'Gautam Raman', room_id: ROOM, start_time: '09:00:00' },
    { booking_id: two, sequence: 0, who: 'Meera Raman', room_id: ROOM, start_time: '10:00:00' },
  ]);
  expect(proposals.every(({ to }) => to !== null && to.room_id !== ROOM)).toBe(true);
  expect((await moveAll(id, proposals)).status).toBe(200);
  expect((await moveAll(id, proposals)).status).toBe(200);
  const places = Object.fromEntries(await placesOf());
  for (const { booking_id, to } of proposals)
    expect(places[booking_id]).toMatchObject({ room_id: to?.room_id, sequence: 1 });
  expect(await blockOut(id)).toMatchObject({ in_the_way: [], free_slots: 0 });
  expect(await emailContents(server, 'moved', one)).toHaveLength(1);
});

test('in a block-out of all rooms, bookings get other times of their own room, never the same ones', async () => {
  await bookByCard(server, DAY, { start: 18, end: 20 });
  await bookByPoints(server, DAY, { start: 20, end: 22 });
  const id = await block('');
  const proposals = await proposalsFor(id);
  expect(proposals.map(({ to }) => [to?.room_id, to?.start_time])).toEqual([
    [ROOM, '08:00:00'],
    [ROOM, '12:00:00'],
  ]);
});

test('proposed times keep the buffer of the room', async () => {
  const setBuffer = (slots: number) =>
    server.database.updateTable('room').set({ buffer_slots: slots }).execute();
  await bookByCard(server, DAY, { start: 18, end: 20 });
  await bookByPoints(server, DAY, { start: 20, end: 22 });
  await bookByPoints(server, DAY, { start: 26, end: 28 });
  await setBuffer(1);
  const id = await block('');
  const proposals = await proposalsFor(id);
  const { status } = await moveAll(id, proposals);
  await setBuffer(0);
  expect([proposals.map(({ to }) => to?.start_time), status]).toEqual([['07:30:00', '14:00:00'], 200]);
});

test('a booking whose place was taken meanwhile stays and is named, and the others are moved', async () => {
  const { id: one } = await bookByCard(server, DAY, { start: 18, end: 20 });
  const two = await bookByPoints(server, DAY, { start: 20, end: 22 });
  const id = await block('');
  const proposals = await proposalsFor(id);
  await bookByPoints(server, DAY, { start: 24, end: 25 });
  const { status, body } = await moveAll(id, proposals);
  expect([status, body.error.message]).toEqual([
    409,
    '1 of 2 bookings are moved. The others stay: the new times are taken',
  ]);
  expect(body.error.in_the_way?.map(({ id: stuck }) => stuck)).toEqual([two]);
  expect(Object.fromEntries(await placesOf())[one]).toMatchObject({ start_slot: 16 });
});

test('a booking without a free place has no proposal', async () => {
  await server.database
    .updateTable('room')
    .set({ opens: Array(7).fill(18), closes: Array(7).fill(24) })
    .execute();
  await bookByCard(server, DAY, { start: 18, end: 20 });
  const id = await block('');
  expect((await proposalsFor(id)).map(({ to }) => to)).toEqual([null]);
  await server.database
    .updateTable('room')
    .set({ opens: Array(7).fill(12), closes: Array(7).fill(48) })
    .execute();
});

test('an unknown block-out has no proposals', async () => {
  const unknown = `${deskPaths.moveProposals}?id=0b7f7f5e-0000-4000-8000-000000000001`;
  expect((await get(server, unknown, desk.access)).status).toBe(404);
});
