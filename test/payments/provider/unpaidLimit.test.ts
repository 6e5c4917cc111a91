import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../domain/time/calendar.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { siteOf } from '../../../server/platform/http/networkOf.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import type { SignedIn } from '../../api/client.ts';
import { bookSeries, createSeries, THREE_DATES } from '../bookingSeries.ts';
import { beginMove, bookByPoints } from '../cancelling.ts';
import { createUsers } from '../createUsers.ts';
import { pay } from '../payer.ts';
import {
  complete,
  create,
  dataOf,
  DAY,
  release,
  startPayments,
  type PaymentServer,
} from '../startPayments.ts';

/* A new customer may hold four hours at once and the new customers of a network six; three times as much on one day. */
let server: PaymentServer;
beforeAll(async () => {
  server = await startPayments({
    env: { TRUST_PROXY: 'loopback', UNPAID_HOURS_ACCOUNT: '4', UNPAID_HOURS_NETWORK: '6' },
  });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const FOUR_HOURS: SlotRange = { start: 20, end: 28 };
const TWO_HOURS: SlotRange = { start: 20, end: 24 };
const EXPIRY_MS = 14 * 60_000;

const newCustomers = (count: number): Promise<SignedIn[]> =>
  createUsers(server, count, {
    is_member: false,
    half_points: 0,
    email_confirmed_at: new Date(server.clock.now),
  });
const onDay = (day: number) => ({ bdate: addDays(DAY, day) });
const unpaidOf = ({ body }: Awaited<ReturnType<typeof create>>) => [body.error?.code, body.error?.unpaid];
async function expire(): Promise<void> {
  server.clock.now += EXPIRY_MS;
  await reconcile(server.payments);
}

describe('a new customer', () => {
  test('holds at most the allowed hours at once, a series included', async () => {
    const [user] = (await newCustomers(1)) as [SignedIn];
    dataOf(await create(server, TWO_HOURS, { user }));
    expect(
      unpaidOf(
        await createSeries(
          server,
          THREE_DATES.map(({ day }) => ({ day: addDays(day, 1) })),
          { user },
        ),
      ),
    ).toEqual(['unpaid-limit', { of: 'account', slots: 8, until: null }]);
    expect(unpaidOf(await create(server, { start: 20, end: 25 }, { user, ...onDay(1) }))[0]).toBe(
      'unpaid-limit',
    );
    dataOf(await create(server, TWO_HOURS, { user, ...onDay(2) }));
  });

  test('extends an own hold up to the allowed hours', async () => {
    const [user] = (await newCustomers(1)) as [SignedIn];
    dataOf(await create(server, TWO_HOURS, { user }));
    expect((await create(server, FOUR_HOURS, { user })).status).toBe(200);
  });

  test('tries again after a lost hold, three times a day; a repeated call for a live hold is no new try', async () => {
    const [user] = (await newCustomers(1)) as [SignedIn];
    const first = dataOf(await create(server, FOUR_HOURS, { user }));
    dataOf(await release(server, first, user));
    dataOf(await create(server, FOUR_HOURS, { user }));
    await expire();
    const third = dataOf(await create(server, FOUR_HOURS, { user }));
    expect(dataOf(await create(server, FOUR_HOURS, { user })).id).toBe(third.id);
    await expire();
    expect(unpaidOf(await create(server, TWO_HOURS, { user }))).toEqual([
      'unpaid-limit',
      { of: 'account', slots: 24, until: '2025-11-21T18:30:00.000Z' },
    ]);
    server.clock.now = Date.parse('2025-11-21T18:30:00Z');
    dataOf(await create(server, FOUR_HOURS, { user }));
  });

  test('has the limits of any other customer once a booking is paid', async () => {
    const [user, other] = (await newCustomers(2)) as [SignedIn, SignedIn];
    const first = dataOf(await create(server, TWO_HOURS, { user }));
    dataOf(await complete(server, first, await pay(server, first), { user }));
    for (const day of [1, 2]) dataOf(await create(server, FOUR_HOURS, { user, ...onDay(day) }));
    // The holds of such a customer leave the network's hours to others.
    expect((await create(server, FOUR_HOURS, { user: other, ...onDay(3) })).status).toBe(200);
  });
});

describe('the new customers of a network', () => {
  test('hold at most the allowed hours at once, and those of another network do not notice', async () => {
    const [one, two, three] = (await newCustomers(3)) as [SignedIn, SignedIn, SignedIn];
    const from = '203.0.113.9';
    dataOf(await create(server, FOUR_HOURS, { user: one, from }));
    expect(unpaidOf(await create(server, FOUR_HOURS, { user: two, from, ...onDay(1) }))).toEqual([
      'unpaid-limit',
      { of: 'network', slots: 12, until: null },
    ]);
    dataOf(await create(server, TWO_HOURS, { user: two, from, ...onDay(1) }));
    dataOf(await create(server, FOUR_HOURS, { user: three, from: '203.0.113.10', ...onDay(2) }));
    // A member is known to the house.
    dataOf(await create(server, FOUR_HOURS, { user: server.member, from, ...onDay(3) }));
  });

  test('hold three times as much on one day, and a payment restores its part', async () => {
    const users = await newCustomers(6);
    const from = '203.0.113.11';
    for (const [n, user] of users.slice(0, 4).entries()) {
      dataOf(await create(server, FOUR_HOURS, { user, from, ...onDay(n) }));
      await expire();
    }
    const last = dataOf(await create(server, TWO_HOURS, { user: users[4] as SignedIn, from, ...onDay(5) }));
    const refused = await create(server, TWO_HOURS, { user: users[5] as SignedIn, from, ...onDay(6) });
    expect(unpaidOf(refused)).toEqual([
      'unpaid-limit',
      { of: 'network', slots: 36, until: '2025-11-21T18:30:00.000Z' },
    ]);
    dataOf(await complete(server, last, await pay(server, last), { user: users[4] as SignedIn }));
    dataOf(await create(server, TWO_HOURS, { user: users[5] as SignedIn, from, ...onDay(6) }));
  });

  test('are not refused when many of them hold at once, but never hold more', async () => {
    const users = await newCustomers(12);
    const from = '203.0.113.12';
    const responses = await Promise.all(
      users.map((user, n) => create(server, { start: 20, end: 22 }, { user, from, ...onDay(n) })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('are those of an IPv4 address, or of the first 48 bits of an IPv6 address', () => {
    expect(siteOf('203.0.113.9')).toBe('203.0.113.9');
    expect(siteOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(siteOf('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48');
    expect(siteOf('2001:db8:1:ffff::1')).toBe(siteOf('2001:db8:1::'));
  });

  test('are forgotten after two days', async () => {
    const [user] = (await newCustomers(1)) as [SignedIn];
    dataOf(await create(server, TWO_HOURS, { user, from: '203.0.113.13' }));
    server.clock.now += 49 * 3_600_000;
    await reconcile(server.payments);
    const { networks } = await server.database
      .selectFrom('booking')
      .select(({ fn }) => fn.count<string>('held_from').as('networks'))
      .executeTakeFirstOrThrow();
    expect(Number(networks)).toBe(0);
    expect(await server.database.selectFrom('hold_network').select('network').execute()).toEqual([]);
  });
});

test('the hold of a move counts for the day of its customer, who has paid for the booking', async () => {
  const [user] = (await newCustomers(1)) as [SignedIn];
  const first = dataOf(await create(server, TWO_HOURS, { user, from: '203.0.113.14' }));
  dataOf(await complete(server, first, await pay(server, first), { user }));
  await beginMove(server, first.notes[2].booking_id, { day: DAY, range: FOUR_HOURS }, user);
  const moves = await server.database
    .selectFrom('booking')
    .select(['held_from', 'by_new_customer'])
    .where('status', '=', 'moving')
    .execute();
  expect(moves).toEqual([{ held_from: expect.any(String), by_new_customer: false }]);
});

test('a booking with points is no hold', async () => {
  await bookByPoints(server, DAY);
  const rows = await server.database.selectFrom('booking').select('held_from').execute();
  expect(rows).toEqual([{ held_from: null }]);
});

describe('a series', () => {
  const unconfirm = (user: SignedIn) =>
    server.database
      .updateTable('app_user')
      .set({ email_confirmed_at: null })
      .where('id', '=', user.user_id)
      .execute();

  test('needs a confirmed email address, by card and with points', async () => {
    const [user] = (await createUsers(server, 1)) as [SignedIn];
    await unconfirm(user);
    const refused = { status: 409, body: { error: { code: 'email-unconfirmed' } } };
    expect(await createSeries(server, THREE_DATES.slice(0, 2), { user })).toMatchObject(refused);
    expect(await bookSeries(server, THREE_DATES, user)).toMatchObject(refused);
    expect(await server.database.selectFrom('booking').select('id').execute()).toEqual([]);
  });
});
