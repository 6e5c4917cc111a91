import { beforeEach, expect, test } from 'vitest';
import type { BlockOutResponse } from '../../contract/blockOuts.ts';
import { deskPaths } from '../../contract/deskPaths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { create, DAY, dataOf, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { deadlocks } from './contest.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL: times are blocked while customers book them. */
const rounds = Array.from({ length: 12 }, (_, round) => round + 1);

let here: PaymentServer;
let there: PaymentServer;
let desk: SignedIn;
onTwoPaymentServers(async (servers) => {
  ({ here, there } = servers);
  desk = await signIn(here, 'desk');
});
beforeEach(async () => {
  await here.database.deleteFrom('booking_slot').where('block_out_id', 'is not', null).execute();
  await here.database.deleteFrom('block_out').execute();
  await here.reset();
  await here.database.updateTable('app_user').set({ half_points: 40 }).execute();
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
  post(there, paths.book, bookingFields(there.member, ROOM, DAY, { start: 22, end: 26 }), {
    token: there.member.access,
  });

/** The slots of the bookings and of the block-outs. */
async function owners() {
  const rows = await here.database
    .selectFrom('booking_slot')
    .select(['slot', 'booking_id', 'block_out_id'])
    .where('room_id', '=', ROOM)
    .where('day', '=', DAY)
    .orderBy('slot')
    .execute();
  const slotsOf = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map(({ slot }) => slot);
  return {
    booked: slotsOf(({ booking_id }) => booking_id !== null),
    blocked: slotsOf(({ block_out_id }) => block_out_id !== null),
  };
}
const WHOLE = [18, 19, 20, 21, 22, 23];

test.each(rounds)('a block-out and bookings of the same times: never both, round %i', async (round) => {
  // A points booking and a card's hold on one server, the block-out on the other, in turn all or nothing and around.
  const isAround = round % 2 === 0;
  const [blocked, booked, held] = await Promise.all([
    block(here, isAround),
    bookWithPoints(),
    create(there, { start: 17, end: 20 }),
  ]);
  const { booked: ofBookings, blocked: ofBlockOut } = await owners();
  const byPoints = booked.status === 200 ? [22, 23, 24, 25] : [];
  const byCard = held.status === 200 ? [17, 18, 19] : [];
  expect(ofBookings).toEqual([...byCard, ...byPoints]);
  expect([200, 409]).toContain(booked.status);
  expect([200, 409]).toContain(held.status);
  const free = WHOLE.filter((slot) => !ofBookings.includes(slot));
  // All or nothing, it is refused only because somebody else was there.
  const isMade = blocked.status === 200;
  expect(ofBlockOut).toEqual(isMade ? free : []);
  const others = (byPoints.length && 1) + (byCard.length && 1);
  const listed = (isMade ? dataOf(blocked).in_the_way : (blocked.body.error.in_the_way ?? [])).length;
  // One that was refused has seen at least one of them; the other may have come after it.
  expect(isAround ? [isMade, listed] : [isMade, listed > 0]).toEqual(
    isAround ? [true, others] : [others === 0, others > 0],
  );
});

test('none of these waits for another in a circle', async () => {
  expect(await deadlocks(here.database)).toBe(0);
});
