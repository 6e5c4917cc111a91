import { beforeEach, expect, test } from 'vitest';
import type { BlockOutResponse } from '../../contract/desk/blockOuts.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { create, DAY, dataOf, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';
import { countDeadlocks } from './race.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundNumbers } from './rounds.ts';

/* Two servers on one real PostgreSQL block and book the same times concurrently. */
const rounds = roundNumbers(12);

let serverA: PaymentServer;
let serverB: PaymentServer;
let desk: SignedIn;
onTwoPaymentServers(async (servers) => {
  ({ serverA, serverB } = servers);
  desk = await signIn(serverA, 'desk');
});
beforeEach(async () => {
  await serverA.reset();
  await setHalfPoints(serverA.database, 40);
});

const block = (server: PaymentServer, around: boolean): Promise<ApiResponse<BlockOutResponse & ErrorBody>> =>
  post(
    server,
    deskPaths.makeBlockOut,
    {
      room_id: ROOM,
      first_day: DAY,
      last_day: DAY,
      start_time: '09:00:00',
      end_time: '12:00:00',
      reason: 'A leak',
      around,
    },
    { token: desk.access },
  );
const bookWithPoints = (): Promise<ApiResponse<ErrorBody>> =>
  post(serverB, paths.book, bookingFields(serverB.member, ROOM, DAY, { start: 22, end: 26 }), {
    token: serverB.member.access,
  });

/** Of bookings and of block-outs. */
async function fetchSlots() {
  const rows = await serverA.database
    .selectFrom('booking_slot')
    .select(['slot', 'booking_id', 'block_out_id'])
    .where('room_id', '=', ROOM)
    .where('day', '=', DAY)
    .orderBy('slot')
    .execute();
  const slotsWhere = (filter: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(filter).map(({ slot }) => slot);
  return {
    booked: slotsWhere(({ booking_id }) => booking_id !== null),
    blocked: slotsWhere(({ block_out_id }) => block_out_id !== null),
  };
}
const BLOCKED_RANGE = [18, 19, 20, 21, 22, 23];

test.each(rounds)('a concurrent block-out and bookings never share a slot, round %i', async (round) => {
  // A booking with points and a hold run on one server, the block-out on the other. Every second block-out skips conflicts.
  const isAround = round % 2 === 0;
  const [blocked, booked, held] = await Promise.all([
    block(serverA, isAround),
    bookWithPoints(),
    create(serverB, { start: 17, end: 20 }),
  ]);
  const { booked: ofBookings, blocked: ofBlockOut } = await fetchSlots();
  const byPoints = booked.status === 200 ? [22, 23, 24, 25] : [];
  const byCard = held.status === 200 ? [17, 18, 19] : [];
  expect(ofBookings).toEqual([...byCard, ...byPoints]);
  expect([200, 409]).toContain(booked.status);
  expect([200, 409]).toContain(held.status);
  const free = BLOCKED_RANGE.filter((slot) => !ofBookings.includes(slot));
  // A block-out without `around` is refused only because of a conflict.
  const isCreated = blocked.status === 200;
  expect(ofBlockOut).toEqual(isCreated ? free : []);
  const bookingCount = (byPoints.length && 1) + (byCard.length && 1);
  const conflictCount = (isCreated ? dataOf(blocked).in_the_way : (blocked.body.error.in_the_way ?? []))
    .length;
  // A refused block-out lists at least one conflict. The other booking may have been created after it.
  expect(isAround ? [isCreated, conflictCount] : [isCreated, conflictCount > 0]).toEqual(
    isAround ? [true, bookingCount] : [bookingCount === 0, bookingCount > 0],
  );
});

test('there was no deadlock', async () => {
  expect(await countDeadlocks(serverA.database)).toBe(0);
});
