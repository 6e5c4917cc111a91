import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { priceOf, rupeesAmount } from '../../../domain/money/pricing.ts';
import { slotCount, type SlotRange } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { bookingFields, post, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { cancelNow } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, dataOf, DAY, ROOM, bookingState } from '../startPayments.ts';

withFreshPayments();

interface BookingPlace {
  readonly room?: number;
  readonly day?: string;
  readonly range?: SlotRange;
}

const HOUR: SlotRange = { start: 20, end: 22 };
const OTHER_ROOM = ROOM + 1;
const NEXT_DAY = addDays(DAY, 1);

const bookWithPoints = (
  { room = ROOM, day = DAY, range = HOUR }: BookingPlace = {},
  user: SignedIn = server.member,
): Promise<ApiResponse<ErrorBody & { data: { booking_id: string } }>> =>
  post(server, paths.book, bookingFields(user, room, day, range), { token: user.access });

async function setMember({ user_id }: SignedIn, is_member: boolean, halfPoints: number): Promise<void> {
  await server.database.updateTable('app_user').set({ is_member }).where('id', '=', user_id).execute();
  await setHalfPoints(server.database, halfPoints, user_id);
}

const balance = async (): Promise<number> =>
  (
    await server.database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', server.member.user_id)
      .executeTakeFirstOrThrow()
  ).half_points;

describe('a repeated booking with points', () => {
  test('returns the existing booking and costs no more points', async () => {
    const first = await bookWithPoints();
    expect(await bookWithPoints()).toMatchObject({ status: 200, body: first.body });
    expect(await balance()).toBe(38);
  });

  test('is a new booking when the first one was cancelled', async () => {
    const first = dataOf(await bookWithPoints());
    await cancelNow(server, first.booking_id, server.member);
    const second = dataOf(await bookWithPoints());
    expect(second.booking_id).not.toBe(first.booking_id);
    expect(await balance()).toBe(38);
    expect(dataOf(await bookWithPoints())).toEqual(second);
  });

  test.each<[string, BookingPlace, BookingPlace]>([
    ['with an earlier start', { range: { start: 20, end: 22 } }, { range: { start: 19, end: 22 } }],
    ['with a later end', { range: { start: 20, end: 22 } }, { range: { start: 20, end: 23 } }],
  ])(
    '%s is another booking, and is refused because it overlaps the first',
    async (_which, booked, requested) => {
      await bookWithPoints(booked);
      expect(await bookWithPoints(requested)).toMatchObject({
        status: 409,
        body: { error: { code: 'already-booked' } },
      });
      expect(await balance()).toBe(38);
    },
  );

  test.each<[string, BookingPlace]>([
    ['in another room', { room: OTHER_ROOM }],
    ['on another day', { day: NEXT_DAY }],
  ])('%s, where the slots are taken by someone else, is refused', async (_where, elsewhere) => {
    await bookWithPoints();
    const { room = ROOM, day = DAY } = elsewhere;
    await setMember(server.guest, true, 40);
    expect(await bookWithPoints(elsewhere, server.guest)).toMatchObject({ status: 200 });
    await setMember(server.guest, false, 0);
    expect(await bookWithPoints({ room, day })).toMatchObject({
      status: 409,
      body: { error: { code: 'slot-taken' } },
    });
    expect(await balance()).toBe(38);
  });

  test('by another member is refused', async () => {
    await bookWithPoints();
    await setMember(server.guest, true, 40);
    const refused = await bookWithPoints({}, server.guest);
    await setMember(server.guest, false, 0);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'slot-taken' } } });
  });
});

describe('a booking with points for slots that an unpaid hold of the member has', () => {
  const RANGE: SlotRange = { start: 25, end: 27 };

  test.each<[string, BookingPlace]>([
    ['later that day', { range: { start: 27, end: 29 } }],
    ['earlier that day', { range: { start: 23, end: 25 } }],
    ['in another room', { room: OTHER_ROOM }],
    ['on another day', { day: NEXT_DAY }],
  ])('releases that hold, and keeps a hold %s', async (_where, { range = RANGE, day = DAY, room = ROOM }) => {
    const hold = async (elsewhere: Required<BookingPlace>) => {
      const { room: mid, day: bdate, range: heldRange } = elsewhere;
      const { price_per_hour_paise } = await server.database
        .selectFrom('room')
        .select('price_per_hour_paise')
        .where('id', '=', mid)
        .executeTakeFirstOrThrow();
      const amount = rupeesAmount(priceOf(price_per_hour_paise, slotCount(heldRange)).total);
      return dataOf(await create(server, heldRange, { user: server.member, mid, bdate, amount }));
    };
    const conflicting = await hold({ room: ROOM, day: DAY, range: RANGE });
    const elsewhere = await hold({ room, day, range });
    expect(await bookWithPoints({ range: RANGE })).toMatchObject({ status: 200 });
    expect(await bookingState(server, conflicting)).toMatchObject({
      status: bookingCodes.released,
      slots: [],
    });
    expect(await bookingState(server, elsewhere)).toMatchObject({ status: 'held' });
  });
});
