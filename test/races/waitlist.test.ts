import { expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { bookingFields, post, type SignedIn } from '../api/client.ts';
import { bookByPoints, cancelNow } from '../payments/cancelling.ts';
import { create, dataOf, DAY, MORNING, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { joinWaitlist, createUsers, runWaitlistJobs, fetchWaitlist } from '../payments/waitlistUsers.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* The waiting list on two servers with one real PostgreSQL. */
const ROUNDS = 12;

let here: PaymentServer;
let there: PaymentServer;
let users: SignedIn[];
onTwoPaymentServers(async (servers) => {
  ({ here, there } = servers);
  users = await createUsers(here, 5);
});

/** Everything that has the day's slots: bookings and live holds, by user. */
const owners = async (day: string): Promise<string[]> =>
  (
    await here.database
      .selectFrom('booking')
      .innerJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
      .select('booking.user_id')
      .distinct()
      .where('booking.day', '=', day)
      .where('status', 'in', ['held', 'confirmed'])
      .execute()
  ).map(({ user_id }) => user_id);

/** A booking of the member, and who waits for its times, the first one longest. */
async function bookAndWait(day: string, waiting: readonly SignedIn[]): Promise<string> {
  // Nobody may hold more than three unpaid bookings, of this round or an earlier one.
  await here.reset();
  await here.database.deleteFrom('waitlist_entry').execute();
  const booking = await bookByPoints(here, day);
  for (const user of waiting) dataOf(await joinWaitlist(here, user, { day }));
  return booking;
}

test(`offers released times once, to the one who has waited longest, ${ROUNDS} times on two servers at once`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = addDays(DAY, round);
    const booking = await bookAndWait(day, users);
    await cancelNow(here, booking, here.member);
    const failures = await Promise.all([
      runWaitlistJobs(here),
      runWaitlistJobs(there),
      runWaitlistJobs(here),
      runWaitlistJobs(there),
    ]);
    expect(failures.flat(), `round ${round}`).toEqual([]);
    const states = await Promise.all(users.map(async (user) => (await fetchWaitlist(here, user))[0]?.state));
    expect(states, `round ${round}`).toEqual(['offered', 'waiting', 'waiting', 'waiting', 'waiting']);
    expect(await owners(day)).toEqual([users[0]?.user_id]);
  }
});

test(`a release, a booking and the waiting list meet: one has the slots, and an offer is held, ${ROUNDS} times`, async () => {
  const [first, second, passer] = users as [SignedIn, SignedIn, SignedIn];
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = addDays(DAY, 20 + round);
    const booking = await bookAndWait(day, [first, second]);
    const [, , , taken] = await Promise.all([
      cancelNow(here, booking, here.member).then(() => runWaitlistJobs(here)),
      runWaitlistJobs(there),
      runWaitlistJobs(here),
      (async () => {
        for (;;) {
          const response = await post(there, paths.book, bookingFields(passer, ROOM, day, MORNING), {
            token: passer.access,
          });
          if (response.status === 200 || (await owners(day)).some((id) => id !== here.member.user_id))
            return response;
        }
      })(),
    ]);
    const having = await owners(day);
    expect(having, `round ${round}`).toHaveLength(1);
    const states = await Promise.all(
      [first, second].map(async (user) => (await fetchWaitlist(here, user))[0]?.state),
    );
    const isTaken = taken.status === 200;
    expect(having).toEqual([isTaken ? passer.user_id : first.user_id]);
    expect(states, `round ${round}`).toEqual([isTaken ? 'waiting' : 'offered', 'waiting']);
  }
});

test(`two people press for one offered hold: the one it is held for has it, ${ROUNDS} times`, async () => {
  const [first, other] = users as [SignedIn, SignedIn];
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = addDays(DAY, 40 + round);
    const booking = await bookAndWait(day, [first]);
    await cancelNow(here, booking, here.member);
    await runWaitlistJobs(there);
    const withPoints = (server: PaymentServer, user: SignedIn) =>
      post(server, paths.book, bookingFields(user, ROOM, day, MORNING), { token: user.access });
    const [own, ...others] = await Promise.all([
      round % 2 === 0 ? create(here, MORNING, { user: first, bdate: day }) : withPoints(here, first),
      ...Array.from({ length: 6 }, (_, n) => withPoints(n % 2 === 0 ? there : here, other)),
      runWaitlistJobs(there),
    ]);
    expect(own.status, `round ${round}`).toBe(200);
    expect(others.slice(0, 6).map((response) => (response as { status: number }).status)).toEqual(
      Array(6).fill(409),
    );
    expect(await owners(day)).toEqual([first.user_id]);
  }
});
