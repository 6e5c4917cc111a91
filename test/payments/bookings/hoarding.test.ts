import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { SearchResponse } from '../../../contract/rooms/search.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { DEFAULT_UNPAID_HOURS, UNPAID_TRIES_PER_DAY } from '../../../domain/bookings/holds.ts';
import { priceOf, rupeesAmount } from '../../../domain/money/pricing.ts';
import { slotCount, type SlotRange } from '../../../domain/time/slots.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get, type SignedIn } from '../../api/client.ts';
import { isFullRun } from '../../fullRun.ts';
import { createSeries, type SeriesDate } from '../bookingSeries.ts';
import { createUsers } from '../createUsers.ts';
import { create, dataOf, DAY, startPayments, type PaymentServer } from '../startPayments.ts';

/* Accounts that hold rooms and never pay. The server has the default limits on unpaid times. */
const ROOMS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const DAYS = Array.from({ length: 30 }, (_, day) => addDays(DAY, day));
/** The rooms are open from 06:00 to 24:00. */
const FREE_SLOTS = ROOMS.length * DAYS.length * 36;
const EXPIRY_MS = 14 * 60_000;
const SLOTS_OF_NETWORK_PER_DAY = 2 * DEFAULT_UNPAID_HOURS.network * UNPAID_TRIES_PER_DAY;

let server: PaymentServer;
beforeAll(async () => {
  server = await startPayments({
    env: { TRUST_PROXY: 'loopback', UNPAID_HOURS_ACCOUNT: '', UNPAID_HOURS_NETWORK: '' },
  });
  // Every room has the same price, so that one amount fits all.
  await server.database.updateTable('room').set({ price_per_hour_paise: 502_00 }).execute();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const amountOf = (range: SlotRange): string => rupeesAmount(priceOf(502_00, slotCount(range)).total);

const newAccounts = (count: number, isConfirmed: boolean) =>
  createUsers(server, count, {
    is_member: false,
    half_points: 0,
    email_confirmed_at: isConfirmed ? new Date(server.clock.now) : null,
  });

/** Twelve dates of an account, each in the morning or the afternoon; no two accounts have a common slot. */
function datesOf(account: number, hours: number): Required<SeriesDate>[] {
  const start = account % 2 === 0 ? 12 : 48 - 2 * hours;
  const room = ROOMS[Math.floor(account / 2) % ROOMS.length] as number;
  const offset = Math.floor(account / (2 * ROOMS.length)) * 12;
  return DAYS.slice(offset, offset + 12).map((day) => ({
    day,
    room,
    range: { start, end: start + 2 * hours },
  }));
}

/** Tries the largest series, then one within the limit of an account, then three single bookings that do not overlap. */
async function hoard(user: SignedIn, account: number, from: string): Promise<void> {
  for (const hours of [9, 2]) {
    if ((await createSeries(server, datesOf(account, hours), { user, from })).status === 200) break;
  }
  for (const [nth, hours] of [9, 9, 6].entries()) {
    const { day, room, range } = datesOf(account, hours).at(-1 - nth) as Required<SeriesDate>;
    await create(server, range, { user, from, mid: room, bdate: day, amount: amountOf(range) });
  }
}

const attack = (users: readonly SignedIn[], networks: number) =>
  Promise.all(users.map((user, n) => hoard(user, n, `203.0.113.${n % networks}`)));

const heldSlots = async (): Promise<number> =>
  Number(
    (
      await server.database
        .selectFrom('booking_slot')
        .select(({ fn }) => fn.countAll().as('slots'))
        .where('hold_expires_at', '>', new Date(server.clock.now))
        .executeTakeFirstOrThrow()
    ).slots,
  );

/** A visitor from another network finds a free room on the attacked days, and holds it for the payment. */
async function visitorBooks(): Promise<void> {
  const [visitor] = (await newAccounts(1, false)) as [SignedIn];
  const range = { start: 20, end: 24 };
  for (const date of [DAYS[0], DAYS[15]] as string[]) {
    const query = new URLSearchParams({ date, start: '10:00:00', duration: '120' });
    const { body } = await get<SearchResponse>(server, `${paths.searchRooms}?${query}`);
    const room = body.data.find(({ match }) => match === 'free');
    expect(room).toBeDefined();
    const booked = {
      user: visitor,
      from: '198.51.100.7',
      mid: room?.id,
      bdate: date,
      amount: amountOf(range),
    };
    dataOf(await create(server, range, booked));
  }
  // The visitor's own holds end here.
  server.clock.now += EXPIRY_MS;
  await reconcile(server.payments);
}

describe('accounts that hold rooms and never pay', () => {
  const attacks: [name: string, accounts: number, networks: number][] = [
    ['12 accounts of one network', 12, 1],
    ...(isFullRun ? [['40 accounts of ten networks', 40, 10] satisfies [string, number, number]] : []),
  ];
  test.each(attacks)(
    '%s hold less than a tenth of the house',
    { timeout: 240_000 },
    async (_who, count, networks) => {
      const confirmed = await newAccounts(count / 2, true);
      const unconfirmed = await newAccounts(count / 2, false);
      const users = confirmed.flatMap((user, n) => [user, unconfirmed[n] as SignedIn]);
      const shares: number[] = [];
      for (let wave = 0; wave < 4; wave += 1) {
        await attack(users, networks);
        shares.push((await heldSlots()) / FREE_SLOTS);
        if (wave === 0) await visitorBooks();
        server.clock.now += EXPIRY_MS;
        await reconcile(server.payments);
      }
      // The first wave holds something, so the test attacks what it means to.
      expect(shares[0]).toBeGreaterThan(0.003);
      expect(Math.max(...shares)).toBeLessThanOrEqual(0.1);
      // All waves of one day together hold what the networks may hold on one day.
      const held = shares.reduce((sum, share) => sum + share, 0) * FREE_SLOTS;
      expect(Math.round(held)).toBeLessThanOrEqual(networks * SLOTS_OF_NETWORK_PER_DAY);
    },
  );
});
