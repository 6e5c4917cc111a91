import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../domain/calendar.ts';
import { WHOLE_DAY } from '../../domain/openingHours.ts';
import type { SlotRange } from '../../domain/slots.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { create, dataOf, DAY, openDaily, release, standing, type Created } from './startPayments.ts';

withFreshPayments();

/** Round the clock, because the limit is as many slots as a day has. */
beforeEach(() => openDaily(server, WHOLE_DAY));

const SECOND = 1000;
const HOUR: SlotRange = { start: 20, end: 22 };
const on = (day: number) => ({ bdate: addDays(DAY, day) });

/** Holds as many hours as are named, each on a day of its own. */
async function hold(days: readonly number[], range = HOUR) {
  const made: Created[] = [];
  for (const day of days) made.push(dataOf(await create(server, range, on(day))));
  return { first: made[0] as Created, last: made.at(-1) as Created };
}

const liveHolds = async (): Promise<number> =>
  (await server.database.selectFrom('booking').select('id').where('status', '=', 'held').execute()).length;

describe('holding rooms without paying for them', () => {
  test('ends at the third: the next is refused, with what is held and when the first of it expires', async () => {
    const { first } = await hold([0]);
    server.clock.now += 60 * SECOND;
    await hold([1, 2]);
    expect(await create(server, HOUR, on(3))).toMatchObject({
      status: 409,
      body: {
        error: { code: 'too-many-holds', holds: { count: 3, slots: 6, until: first.hold_expires_at } },
      },
    });
    expect(await liveHolds()).toBe(3);
  });

  test('ends at as many slots as a day has, and says when enough of them will be free', async () => {
    await hold([0], { start: 20, end: 22 });
    server.clock.now += 60 * SECOND;
    const { first: most } = await hold([1], { start: 2, end: 48 });
    expect(await create(server, HOUR, on(2))).toMatchObject({
      status: 409,
      // Two slots less would do for two; the first to expire has them.
      body: { error: { code: 'too-many-holds', holds: { count: 2, slots: 48 } } },
    });
    const refused = await create(server, { start: 20, end: 24 }, on(2));
    expect(refused.body.error.holds?.until).toBe(most.hold_expires_at);
    expect(await liveHolds()).toBe(2);
  });

  test('takes a whole day of one room', async () => {
    expect((await create(server, { start: 0, end: 48 })).status).toBe(200);
  });

  test('goes on after one was released', async () => {
    const { first } = await hold([0, 1, 2]);
    dataOf(await release(server, first));
    expect((await create(server, HOUR, on(3))).status).toBe(200);
  });

  test('goes on after one has expired, whether or not anybody has cleared it away', async () => {
    await hold([0]);
    server.clock.now += 400 * SECOND;
    await hold([1, 2]);
    expect((await create(server, HOUR, on(3))).status).toBe(409);
    server.clock.now += 381 * SECOND;
    expect((await create(server, HOUR, on(3))).status).toBe(200);
  });

  test('a second click on the third answers that hold', async () => {
    const { last: third } = await hold([0, 1, 2]);
    expect(dataOf(await create(server, HOUR, on(2)))).toEqual(third);
  });

  test('again, for an overlapping slot range, replaces the third', async () => {
    const { last: third } = await hold([0, 1, 2]);
    const longer = dataOf(await create(server, { start: 20, end: 24 }, on(2)));
    expect(await standing(server, longer)).toMatchObject({ status: 'held', slots: [20, 21, 22, 23] });
    expect(await standing(server, third)).toMatchObject({ status: 'cancelled', slots: [] });
  });

  test('that is refused costs none of the holds that it would have replaced', async () => {
    await hold([0], { start: 0, end: 44 });
    const { first: small } = await hold([1]);
    expect((await create(server, { start: 20, end: 26 }, on(1))).status).toBe(409);
    expect(await standing(server, small)).toMatchObject({ status: 'held', slots: [20, 21] });
  });

  test('is each account’s own matter', async () => {
    await hold([0, 1, 2]);
    expect((await create(server, HOUR, { ...on(3), user: server.member })).status).toBe(200);
  });
});
