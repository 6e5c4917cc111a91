import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { addDays } from '../../domain/calendar.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { slotCount, type SlotRange } from '../../domain/slots.ts';
import { bookingFields, post, type ApiResponse, type SignedIn } from '../api/client.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { create, dataOf, DAY, ROOM, standing } from './startPayments.ts';

withFreshPayments();

/** What is booked or held: a room, a day and slots. */
interface Wanted {
  readonly room?: number;
  readonly day?: string;
  readonly range?: SlotRange;
}

const HOUR: SlotRange = { start: 20, end: 22 };
const OTHER_ROOM = ROOM + 1;
const NEXT_DAY = addDays(DAY, 1);

const points = (
  { room = ROOM, day = DAY, range = HOUR }: Wanted = {},
  user: SignedIn = server.member,
): Promise<ApiResponse<ErrorBody & { data?: { booking_id: string } }>> =>
  post(server, paths.book, bookingFields(user, room, day, range), { token: user.access });

const setUser = ({ user_id }: SignedIn, values: { half_points?: number; is_member?: boolean }) =>
  server.database.updateTable('app_user').set(values).where('id', '=', user_id).execute();

beforeEach(() => setUser(server.member, { half_points: 40 }));

const balance = async (): Promise<number> =>
  (
    await server.database
      .selectFrom('app_user')
      .select('half_points')
      .where('id', '=', server.member.user_id)
      .executeTakeFirstOrThrow()
  ).half_points;

describe('asking again for slots that were booked with points', () => {
  test('answers with that booking and takes no more points', async () => {
    const first = await points();
    expect(await points()).toMatchObject({ status: 200, body: first.body });
    expect(await balance()).toBe(38);
  });

  test.each<[string, Wanted, Wanted]>([
    ['with an earlier start', { range: { start: 20, end: 22 } }, { range: { start: 19, end: 22 } }],
    ['with a later end', { range: { start: 20, end: 22 } }, { range: { start: 20, end: 23 } }],
  ])('%s is another booking, and overlaps the member’s own', async (_which, booked, wanted) => {
    await points(booked);
    expect(await points(wanted)).toMatchObject({ status: 409, body: { error: { code: 'already-booked' } } });
    expect(await balance()).toBe(38);
  });

  test.each<[string, Wanted]>([
    ['in another room', { room: OTHER_ROOM }],
    ['on another day', { day: NEXT_DAY }],
  ])('%s, where someone else has them, is refused', async (_where, elsewhere) => {
    await points();
    const { room = ROOM, day = DAY } = elsewhere;
    await setUser(server.guest, { half_points: 40, is_member: true });
    expect(await points(elsewhere, server.guest)).toMatchObject({ status: 200 });
    await setUser(server.guest, { half_points: 0, is_member: false });
    expect(await points({ room, day })).toMatchObject({
      status: 409,
      body: { error: { code: 'slot-taken' } },
    });
    expect(await balance()).toBe(38);
  });

  test('by another member is refused: the booking is not theirs', async () => {
    await points();
    await setUser(server.guest, { half_points: 40, is_member: true });
    const refused = await points({}, server.guest);
    await setUser(server.guest, { half_points: 0, is_member: false });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'slot-taken' } } });
  });
});

describe('booking with points what the member’s own unpaid hold is in the way of', () => {
  const RANGE: SlotRange = { start: 25, end: 27 };

  test.each<[string, Wanted]>([
    ['later that day', { range: { start: 27, end: 29 } }],
    ['earlier that day', { range: { start: 23, end: 25 } }],
    ['in another room', { room: OTHER_ROOM }],
    ['on another day', { day: NEXT_DAY }],
  ])(
    'gives up that hold, and keeps the one %s',
    async (_where, { range = RANGE, day = DAY, room = ROOM }) => {
      const hold = async (elsewhere: Required<Wanted>) => {
        const { room: mid, day: bdate, range: wanted } = elsewhere;
        const { price_per_hour_paise } = await server.database
          .selectFrom('room')
          .select('price_per_hour_paise')
          .where('id', '=', mid)
          .executeTakeFirstOrThrow();
        const amount = rupeesAmount(priceOf(price_per_hour_paise, slotCount(wanted)).total);
        return dataOf(await create(server, wanted, { user: server.member, mid, bdate, amount }));
      };
      const inTheWay = await hold({ room: ROOM, day: DAY, range: RANGE });
      const elsewhere = await hold({ room, day, range });
      expect(await points({ range: RANGE })).toMatchObject({ status: 200 });
      expect(await standing(server, inTheWay)).toMatchObject({ status: 'cancelled', slots: [] });
      expect(await standing(server, elsewhere)).toMatchObject({ status: 'held' });
    },
  );
});
