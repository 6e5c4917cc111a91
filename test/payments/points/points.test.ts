import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { bookingFields, get, post, type ApiResponse } from '../../api/client.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { callSheet, beginCard, pay } from '../payer.ts';
import { create, dataOf, DAY, MORNING, ROOM, bookingState, type CreatedPayment } from '../startPayments.ts';

withFreshPayments();

let created: CreatedPayment;
beforeEach(async () => {
  await giveHalfPoints(40);
  created = dataOf(await create(server, MORNING, { user: server.member }));
});

const giveHalfPoints = (half_points: number) =>
  setHalfPoints(server.database, half_points, server.member.user_id);

const bookWithPoints = (range: SlotRange = MORNING): Promise<ApiResponse<ErrorBody>> =>
  post(server, paths.book, bookingFields(server.member, ROOM, DAY, range), { token: server.member.access });

async function pointsLeft(): Promise<number> {
  const { user_id, access } = server.member;
  const path = `${paths.memberDetails}?uid=${user_id}`;
  return (await get<MemberDetailsResponse>(server, path, access)).body.data.monthly_limit;
}

const HELD = { status: 'held', slots: [20, 21, 22], refunds: [] };

describe('points book slots that a card payment of the same user holds', () => {
  test('when the provider has no payment for it', async () => {
    expect(await bookWithPoints()).toMatchObject({ status: 200 });
    expect(await bookingState(server, created)).toEqual({
      ...HELD,
      status: bookingCodes.released,
      slots: [],
    });
    expect(await pointsLeft()).toBe(18.5);
  });

  test('and not while a payment is pending at the bank', async () => {
    const attempt = await beginCard(server, created);
    expect(await bookWithPoints({ start: 22, end: 24 })).toMatchObject({
      status: 409,
      body: { error: { code: 'payment-under-way', taken: ['10:00:00', '10:30:00', '11:00:00'] } },
    });
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(await pointsLeft()).toBe(20);

    await callSheet(server, 'cancel', attempt);
    expect(await bookWithPoints({ start: 22, end: 24 })).toMatchObject({ status: 200 });
  });

  test.each([
    ['more than enough points', 40],
    ['exactly enough points', 3],
  ])(
    'and not when it was paid without a report, which confirms it, with %s',
    async (_balance, halfPoints) => {
      await giveHalfPoints(halfPoints);
      await pay(server, created);
      expect(await bookWithPoints()).toMatchObject({
        status: 409,
        body: { error: { code: 'already-booked' } },
      });
      expect(await bookingState(server, created)).toEqual({ ...HELD, status: 'confirmed' });
      expect(await pointsLeft()).toBe(halfPoints / 2);
    },
  );

  test('and can use the last point', async () => {
    await giveHalfPoints(3);
    expect(await bookWithPoints()).toMatchObject({ status: 200 });
    expect(await pointsLeft()).toBe(0);
  });

  test('and not while the provider is down', async () => {
    server.provider.up = false;
    expect(await bookWithPoints()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(await pointsLeft()).toBe(20);
  });

  test('and not without enough points: the hold stays, because another tab may be paying it', async () => {
    await giveHalfPoints(2);
    expect(await bookWithPoints()).toMatchObject({ status: 422 });
    expect(await bookingState(server, created)).toEqual(HELD);
  });
});

test('other slots can be booked with points even when the provider is down', async () => {
  server.provider.up = false;
  expect(await bookWithPoints({ start: 30, end: 32 })).toMatchObject({ status: 200 });
  expect(await bookingState(server, created)).toEqual(HELD);
});
