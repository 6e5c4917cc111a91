import { expect, test } from 'vitest';
import { addDays } from '../../domain/time/calendar.ts';
import { createSeries } from '../payments/bookingSeries.ts';
import { createUsers } from '../payments/createUsers.ts';
import { create, DAY, type PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundsOf } from './rounds.ts';

/* Many new accounts of one network request holds at the same moment on two servers, which share the network's budget. */
const ACCOUNTS = 16;
const NETWORK_HOURS = 6;
const ROUNDS = roundsOf(10);
const HOUR = { start: 20, end: 22 };

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers(
  (servers) => {
    ({ serverA, serverB } = servers);
  },
  { UNPAID_HOURS_ACCOUNT: '4', UNPAID_HOURS_NETWORK: String(NETWORK_HOURS) },
);

test(`the new customers of a network never hold more hours than its budget, ${ROUNDS} times`, async () => {
  const users = await createUsers(serverA, ACCOUNTS, {
    is_member: false,
    half_points: 0,
    email_confirmed_at: new Date(serverA.clock.now),
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await serverA.reset();
    const responses = await Promise.all(
      users.map((user, n) => {
        // Two accounts of each server request one hour, the next two a series of two hours. No two request the same slots.
        const server = n % 2 === 0 ? serverA : serverB;
        const day = addDays(DAY, 2 * n);
        if (n % 4 < 2) return create(server, HOUR, { user, bdate: day });
        return createSeries(
          server,
          [0, 1].map((later) => ({ day: addDays(day, later), range: HOUR })),
          { user },
        );
      }),
    );
    const { slots } = await serverA.database
      .selectFrom('booking')
      .select(({ fn, eb }) => fn.sum<string>(eb('end_slot', '-', eb.ref('start_slot'))).as('slots'))
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow();
    expect(Number(slots), `round ${round}`).toBe(2 * NETWORK_HOURS);
    const refusals = responses.filter(({ status }) => status !== 200).map(({ body }) => body.error);
    expect(new Set(refusals.map(({ code, unpaid }) => `${code}, ${unpaid?.of}`))).toEqual(
      new Set(['unpaid-limit, network']),
    );
  }
});
