import { expect, test } from 'vitest';
import { addDays } from '../../domain/calendar.ts';
import type { SlotRange } from '../../domain/slots.ts';
import { create, DAY, type PaymentServer } from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/*
 * One account requests many rooms at the same moment, on two servers with one real PostgreSQL: the limit of its unpaid holds
 * must not depend on which server is faster.
 */
const CALLS = 16;
const ROUNDS = 10;

let here: PaymentServer;
let there: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ here, there } = servers);
});

/** Requests that many days at once, one call each, on alternating servers; returns the codes, and the holds after that. */
async function askForDays(range: SlotRange, user = here.guest) {
  const responses = await Promise.all(
    Array.from({ length: CALLS }, (_, n) =>
      create(n % 2 === 0 ? here : there, range, { user, bdate: addDays(DAY, n) }),
    ),
  );
  const held = await here.database
    .selectFrom('booking')
    .select(['start_slot', 'end_slot'])
    .where('status', '=', 'held')
    .execute();
  const said = responses.map(({ status, body }) => (status === 200 ? 'held' : body.error.code));
  return { said, held };
}

test(`never holds more than three, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await here.reset();
    const { said, held } = await askForDays({ start: 20, end: 22 });
    expect(held, `round ${round}`).toHaveLength(3);
    expect(said.filter((code) => code === 'held')).toHaveLength(3);
    expect(said.filter((code) => code === 'too-many-holds')).toHaveLength(CALLS - 3);
  }
});

test(`never holds more slots than a day has, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await here.reset();
    const { said, held } = await askForDays({ start: 12, end: 32 });
    expect(held, `round ${round}`).toHaveLength(2);
    expect(said.filter((code) => code === 'held')).toHaveLength(2);
    expect(said.filter((code) => code === 'too-many-holds')).toHaveLength(CALLS - 2);
  }
});
