import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../domain/time/calendar.ts';
import { WHOLE_DAY } from '../../../domain/time/openingHours.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { ApiError } from '../../../server/platform/http/apiError.ts';
import { hasReachedHoldLimit } from '../../../server/checkout/holdLimit.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import {
  create,
  dataOf,
  DAY,
  openDaily,
  release,
  bookingState,
  type CreatedPayment,
} from '../startPayments.ts';

withFreshPayments();

/** The rooms are open all day, because the limit is the number of slots of a day. */
beforeEach(() => openDaily(server, WHOLE_DAY));

const SECOND = 1000;
const HOUR: SlotRange = { start: 20, end: 22 };
const onDay = (day: number) => ({ bdate: addDays(DAY, day) });

/** Creates one hold on each of these days, and returns the first and the last. */
async function hold(days: readonly number[], range = HOUR) {
  const holds: CreatedPayment[] = [];
  for (const day of days) holds.push(dataOf(await create(server, range, onDay(day))));
  return { first: holds[0] as CreatedPayment, last: holds.at(-1) as CreatedPayment };
}

const countHolds = async (): Promise<number> =>
  (await server.database.selectFrom('booking').select('id').where('status', '=', 'held').execute()).length;

describe('holding rooms without paying for them', () => {
  test('is possible three times: the next hold is refused with the number of holds and the first expiry', async () => {
    const { first } = await hold([0]);
    server.clock.now += 60 * SECOND;
    await hold([1, 2]);
    expect(await create(server, HOUR, onDay(3))).toMatchObject({
      status: 409,
      body: {
        error: { code: 'too-many-holds', holds: { count: 3, slots: 6, until: first.hold_expires_at } },
      },
    });
    expect(await countHolds()).toBe(3);
  });

  test('is limited to the slots of one day; the error has the time when enough of them expire', async () => {
    await hold([0], { start: 20, end: 22 });
    server.clock.now += 60 * SECOND;
    const { first: largest } = await hold([1], { start: 2, end: 48 });
    expect(await create(server, HOUR, onDay(2))).toMatchObject({
      status: 409,
      // The first hold to expire has the two slots that this one needs.
      body: { error: { code: 'too-many-holds', holds: { count: 2, slots: 48 } } },
    });
    const refused = await create(server, { start: 20, end: 24 }, onDay(2));
    expect(refused.body.error.holds?.until).toBe(largest.hold_expires_at);
    expect(await countHolds()).toBe(2);
  });

  test('is possible for exactly the slots of one day, also when the last hold is replaced by a longer one', async () => {
    await hold([0], { start: 2, end: 48 });
    const { first } = await hold([1], { start: 20, end: 21 });
    const longer = dataOf(await create(server, { start: 20, end: 22 }, onDay(1)));
    expect(await bookingState(server, longer)).toMatchObject({ status: 'held', slots: [20, 21] });
    expect(await bookingState(server, first)).toMatchObject({ status: bookingCodes.released, slots: [] });
  });

  test.each([
    ['before', { start: 18, end: 20 }],
    ['after', { start: 22, end: 24 }],
  ])('counts a hold of the times directly %s, which is not replaced', async (_where, range) => {
    await hold([0, 1, 2]);
    expect(await create(server, range, onDay(0))).toMatchObject({
      status: 409,
      body: { error: { code: 'too-many-holds', holds: { count: 3 } } },
    });
  });

  test('is possible for a whole day of one room', async () => {
    expect((await create(server, { start: 0, end: 48 })).status).toBe(200);
  });

  test('is possible again after a release', async () => {
    const { first } = await hold([0, 1, 2]);
    dataOf(await release(server, first));
    expect((await create(server, HOUR, onDay(3))).status).toBe(200);
  });

  test('counts no hold that was released before its end', async () => {
    const { first } = await hold([0, 1, 2]);
    dataOf(await release(server, first));
    await hold([3]);
    expect(await create(server, HOUR, onDay(4))).toMatchObject({
      status: 409,
      body: { error: { code: 'too-many-holds', holds: { count: 3, slots: 6 } } },
    });
  });

  test('is possible again after a hold has expired, even before its row is updated', async () => {
    await hold([0]);
    server.clock.now += 400 * SECOND;
    await hold([1, 2]);
    expect((await create(server, HOUR, onDay(3))).status).toBe(409);
    server.clock.now += 381 * SECOND;
    expect((await create(server, HOUR, onDay(3))).status).toBe(200);
  });

  test('returns the existing hold for a repeated third request', async () => {
    const { last: third } = await hold([0, 1, 2]);
    expect(dataOf(await create(server, HOUR, onDay(2)))).toEqual(third);
  });

  test('for an overlapping slot range replaces the third hold', async () => {
    const { last: third } = await hold([0, 1, 2]);
    const longer = dataOf(await create(server, { start: 20, end: 24 }, onDay(2)));
    expect(await bookingState(server, longer)).toMatchObject({ status: 'held', slots: [20, 21, 22, 23] });
    expect(await bookingState(server, third)).toMatchObject({ status: bookingCodes.released, slots: [] });
  });

  test('that is refused does not release the hold that it would have replaced', async () => {
    await hold([0], { start: 0, end: 44 });
    const { first: small } = await hold([1]);
    expect((await create(server, { start: 20, end: 26 }, onDay(1))).status).toBe(409);
    expect(await bookingState(server, small)).toMatchObject({ status: 'held', slots: [20, 21] });
  });

  test('is limited for each account separately', async () => {
    await hold([0, 1, 2]);
    expect((await create(server, HOUR, { ...onDay(3), user: server.member })).status).toBe(200);
  });
});

test('only the error of the limit says that it was reached', () => {
  expect(hasReachedHoldLimit(new ApiError('too-many-holds', 'Too many'))).toBe(true);
  expect(hasReachedHoldLimit(new ApiError('unavailable', 'Away'))).toBe(false);
});
