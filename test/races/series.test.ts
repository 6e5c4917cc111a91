import { expect, test } from 'vitest';
import { addDays } from '../../domain/time/calendar.ts';
import { createUsers } from '../payments/createUsers.ts';
import type { SignedIn } from '../api/client.ts';
import { createSeries, THREE_DATES } from '../payments/bookingSeries.ts';
import { create, MORNING, type PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundsOf } from './rounds.ts';

/* Series and single bookings for the same dates race on two servers with one real PostgreSQL. */
const ROUNDS = roundsOf(12);

let serverA: PaymentServer;
let serverB: PaymentServer;
let users: SignedIn[];
onTwoPaymentServers(async (servers) => {
  ({ serverA, serverB } = servers);
  // A series needs a confirmed address.
  users = await createUsers(serverA, 6, { email_confirmed_at: new Date(0) });
});

/** With their user and number of slots. */
const fetchHolds = async () =>
  (
    await serverA.database
      .selectFrom('booking')
      .innerJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
      .select(({ fn }) => ['booking.user_id', 'booking.id', fn.count<string>('slot').as('slots')])
      .where('status', '=', 'held')
      .groupBy('booking.id')
      .execute()
  ).map(({ user_id, slots }) => ({ user: user_id, slots: Number(slots) }));

test(`a series gets all of its dates or none, in a race with another series and single bookings, ${ROUNDS} times`, async () => {
  const [one, other, ...singles] = users as [SignedIn, SignedIn, ...SignedIn[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    await serverA.reset();
    // Every round has other dates. The second series has the opposite order, so that both request the slots crosswise.
    const dates = THREE_DATES.map(({ day }) => ({ day: addDays(day, round) }));
    // The rounds differ in the number of single bookings, which are faster than a series.
    const singleDates = [[], [1], [0, 1, 2]][round % 3] as number[];
    const responses = await Promise.all([
      createSeries(serverA, dates, { user: one }),
      createSeries(serverB, dates.toReversed(), { user: other }),
      ...singleDates.map((date, n) =>
        create(n % 2 === 0 ? serverB : serverA, MORNING, {
          user: singles[n] as SignedIn,
          bdate: dates[date]?.day,
        }),
      ),
    ]);
    const statuses = responses.map(({ status }) => status);
    for (const status of statuses) expect([200, 409], `round ${round}`).toContain(status);
    const holds = await fetchHolds();
    for (const [n, user] of [one, other, ...singles].slice(0, responses.length).entries()) {
      const dateCount = n < 2 ? dates.length : 1;
      const ownHolds = holds.filter((hold) => hold.user === user.user_id);
      expect(ownHolds.length, `round ${round}, ${n}`).toBe(statuses[n] === 200 ? dateCount : 0);
      for (const { slots } of ownHolds) expect(slots).toBe(3);
    }
    expect(holds.length, 'every date is held at most once').toBeLessThanOrEqual(dates.length);
    const booked = statuses.filter((status) => status === 200).length;
    expect(singleDates.length > 0 || booked === 1, `round ${round}: one of two series`).toBe(true);
  }
});
