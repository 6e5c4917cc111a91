import { expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { bookingFields, post, type SignedIn } from '../api/client.ts';
import { bookByPoints, cancelNow } from '../payments/cancelling.ts';
import { create, dataOf, DAY, MORNING, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { createUsers } from '../payments/createUsers.ts';
import { joinWaitingList, runWaitingListJobs, fetchWaitingList } from '../payments/waitingListUsers.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundsOf } from './rounds.ts';

/* The waiting list on two servers with one real PostgreSQL. */
const ROUNDS = roundsOf(12);

let serverA: PaymentServer;
let serverB: PaymentServer;
let users: SignedIn[];
onTwoPaymentServers(async (servers) => {
  ({ serverA, serverB } = servers);
  users = await createUsers(serverA, 5);
});

/** Users who have confirmed or held slots on a day. */
const fetchSlotOwners = async (day: string): Promise<string[]> =>
  (
    await serverA.database
      .selectFrom('booking')
      .innerJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
      .select('booking.user_id')
      .distinct()
      .where('booking.day', '=', day)
      .where('status', 'in', ['held', 'confirmed'])
      .execute()
  ).map(({ user_id }) => user_id);

/** Creates a booking of the member, and waiting list entries of `waiting` for its times, in this order. */
async function bookAndWait(day: string, waiting: readonly SignedIn[]): Promise<string> {
  // The holds of earlier rounds would count towards the limit of a user.
  await serverA.reset();
  const booking = await bookByPoints(serverA, day);
  for (const user of waiting) dataOf(await joinWaitingList(serverA, user, { day }));
  return booking;
}

test(`released times are offered once, to the oldest entry, ${ROUNDS} times on two servers`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = addDays(DAY, round);
    const booking = await bookAndWait(day, users);
    await cancelNow(serverA, booking, serverA.member);
    const failures = await Promise.all([
      runWaitingListJobs(serverA),
      runWaitingListJobs(serverB),
      runWaitingListJobs(serverA),
      runWaitingListJobs(serverB),
    ]);
    expect(failures.flat(), `round ${round}`).toEqual([]);
    const states = await Promise.all(
      users.map(async (user) => (await fetchWaitingList(serverA, user))[0]?.state),
    );
    expect(states, `round ${round}`).toEqual(['offered', 'waiting', 'waiting', 'waiting', 'waiting']);
    expect(await fetchSlotOwners(day)).toEqual([users[0]?.user_id]);
  }
});

test(`a concurrent booking or the waiting list gets released slots, and an offer has a hold, ${ROUNDS} times`, async () => {
  const [first, second, rival] = users as [SignedIn, SignedIn, SignedIn];
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = addDays(DAY, 20 + round);
    const booking = await bookAndWait(day, [first, second]);
    const [, , , taken] = await Promise.all([
      cancelNow(serverA, booking, serverA.member).then(() => runWaitingListJobs(serverA)),
      runWaitingListJobs(serverB),
      runWaitingListJobs(serverA),
      (async () => {
        for (;;) {
          const response = await post(serverB, paths.book, bookingFields(rival, ROOM, day, MORNING), {
            token: rival.access,
          });
          if (
            response.status === 200 ||
            (await fetchSlotOwners(day)).some((id) => id !== serverA.member.user_id)
          )
            return response;
        }
      })(),
    ]);
    const slotOwners = await fetchSlotOwners(day);
    expect(slotOwners, `round ${round}`).toHaveLength(1);
    const states = await Promise.all(
      [first, second].map(async (user) => (await fetchWaitingList(serverA, user))[0]?.state),
    );
    const isTaken = taken.status === 200;
    expect(slotOwners).toEqual([isTaken ? rival.user_id : first.user_id]);
    expect(states, `round ${round}`).toEqual([isTaken ? 'waiting' : 'offered', 'waiting']);
  }
});

test(`an offered hold can be booked only by its user, ${ROUNDS} times`, async () => {
  const [first, other] = users as [SignedIn, SignedIn];
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = addDays(DAY, 40 + round);
    const booking = await bookAndWait(day, [first]);
    await cancelNow(serverA, booking, serverA.member);
    await runWaitingListJobs(serverB);
    const withPoints = (server: PaymentServer, user: SignedIn) =>
      post(server, paths.book, bookingFields(user, ROOM, day, MORNING), { token: user.access });
    const [ownResponse, ...others] = await Promise.all([
      round % 2 === 0 ? create(serverA, MORNING, { user: first, bdate: day }) : withPoints(serverA, first),
      ...Array.from({ length: 6 }, (_, n) => withPoints(n % 2 === 0 ? serverB : serverA, other)),
      runWaitingListJobs(serverB),
    ]);
    expect(ownResponse.status, `round ${round}`).toBe(200);
    expect(others.slice(0, 6).map((response) => (response as { status: number }).status)).toEqual(
      Array(6).fill(409),
    );
    expect(await fetchSlotOwners(day)).toEqual([first.user_id]);
  }
});
