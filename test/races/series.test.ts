import { expect, test } from 'vitest';
import { addDays } from '../../domain/calendar.ts';
import { createUsers } from '../payments/waitlistUsers.ts';
import type { SignedIn } from '../api/client.ts';
import { createSeries, THREE_DATES } from '../payments/bookingSeries.ts';
import { create, MORNING, type PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Series and single bookings contend for the same dates, on two servers with one real PostgreSQL. */
const ROUNDS = 12;

let here: PaymentServer;
let there: PaymentServer;
let users: SignedIn[];
onTwoPaymentServers(async (servers) => {
  ({ here, there } = servers);
  users = await createUsers(here, 6);
});

/** The live holds, each with how many slots it has, by user. */
const held = async () =>
  (
    await here.database
      .selectFrom('booking')
      .innerJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
      .select(({ fn }) => ['booking.user_id', 'booking.id', fn.count<string>('slot').as('slots')])
      .where('status', '=', 'held')
      .groupBy('booking.id')
      .execute()
  ).map(({ user_id, slots }) => ({ user: user_id, slots: Number(slots) }));

test(`a series has all of its dates or none, against single bookings of each and another series, ${ROUNDS} times`, async () => {
  const [one, other, ...singles] = users as [SignedIn, SignedIn, ...SignedIn[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    await here.reset();
    // Other dates each time, and the series in another order, so that claims cross.
    const dates = THREE_DATES.map(({ day }) => ({ day: addDays(day, round) }));
    // Against nobody, against a single booking of one date, or of each: a single booking is faster than a series.
    const wanted = [[], [1], [0, 1, 2]][round % 3] as number[];
    const responses = await Promise.all([
      createSeries(here, dates, { user: one }),
      createSeries(there, dates.toReversed(), { user: other }),
      ...wanted.map((date, n) =>
        create(n % 2 === 0 ? there : here, MORNING, {
          user: singles[n] as SignedIn,
          bdate: dates[date]?.day,
        }),
      ),
    ]);
    const statuses = responses.map(({ status }) => status);
    for (const status of statuses) expect([200, 409], `round ${round}`).toContain(status);
    const having = await held();
    for (const [n, user] of [one, other, ...singles].slice(0, responses.length).entries()) {
      const dateCount = n < 2 ? dates.length : 1;
      const own = having.filter((hold) => hold.user === user.user_id);
      expect(own.length, `round ${round}, ${n}`).toBe(statuses[n] === 200 ? dateCount : 0);
      for (const { slots } of own) expect(slots).toBe(3);
    }
    expect(having.length, 'every date is held once at most').toBeLessThanOrEqual(dates.length);
    const booked = statuses.filter((status) => status === 200).length;
    expect(wanted.length > 0 || booked === 1, `round ${round}: one of two series`).toBe(true);
  }
});
