import { beforeAll, describe, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookSeries, createSeries } from '../bookingSeries.ts';
import { bookByCard, fetchBookings, fetchMoveTerms, move } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { bookingState, create, dataOf, DAY, ROOM } from '../startPayments.ts';

/* The limits of taking slots: at the end of a hold's time, and at its neighbouring slots. */

withFreshPayments();

const OTHER_DAY = addDays(DAY, 1);
const TWO_WEEKS_LATER = addDays(DAY, 14);
const HOUR = 3_600_000;
const MORNING: SlotRange = { start: 20, end: 23 };

let desk: SignedIn;
beforeAll(async () => {
  desk = await signIn(server, 'desk');
});

/** Moves the member's booking of the next day, which was paid by card, to the range. */
async function moveTo(range: SlotRange, from: SlotRange): Promise<ApiResponse> {
  const [booked] = await fetchBookings(server, server.member);
  const { id } = booked ?? (await bookByCard(server, OTHER_DAY, from, server.member));
  const terms = await fetchMoveTerms(server, id, { day: DAY, range }, server.member);
  if (terms.status !== 200) return terms;
  const { sequence, difference } = dataOf(terms);
  return move(server, id, { day: DAY, range }, { sequence, difference }, server.member);
}

/** All ways to take slots of the room on the day. */
const ways: readonly [string, (range: SlotRange) => Promise<ApiResponse>][] = [
  [
    'a booking with points',
    (range) =>
      post(server, paths.book, bookingFields(server.member, ROOM, DAY, range), {
        token: server.member.access,
      }),
  ],
  ['a booking by card', (range) => create(server, range, { user: server.member })],
  [
    'a series with points',
    (range) =>
      bookSeries(server, [
        { day: DAY, range },
        { day: TWO_WEEKS_LATER, range },
      ]),
  ],
  [
    'a series by card',
    (range) =>
      createSeries(
        server,
        [
          { day: DAY, range },
          { day: TWO_WEEKS_LATER, range },
        ],
        { user: server.member },
      ),
  ],
  ['a move that costs the same', (range) => moveTo(range, range)],
  ['a move that costs more', (range) => moveTo(range, { ...range, end: range.end - 1 })],
  [
    'a block-out',
    (range) =>
      post(
        server,
        deskPaths.makeBlockOut,
        {
          room_id: ROOM,
          first_day: DAY,
          last_day: DAY,
          every: 'day',
          start_time: slotTime(range.start),
          end_time: slotTime(range.end),
          reason: 'New carpet',
          around: false,
        },
        { token: desk.access },
      ),
  ],
];

/** In order. */
const takenSlots = async () =>
  (
    await server.database
      .selectFrom('booking_slot')
      .select('slot')
      .where('room_id', '=', ROOM)
      .where('day', '=', DAY)
      .orderBy('slot')
      .execute()
  ).map(({ slot }) => slot);

describe.each(ways)('%s', (_way, take) => {
  test('takes slots of a hold from the instant at which the hold expires, and releases its other slots', async () => {
    const hold = dataOf(await create(server, MORNING));
    const { hold_expires_at: expiry } = await server.database
      .selectFrom('booking')
      .select('hold_expires_at')
      .where('id', '=', hold.notes[2].booking_id)
      .executeTakeFirstOrThrow();
    const overlapping: SlotRange = { start: 22, end: 25 };

    server.clock.now = Number(expiry) - 1;
    expect(await take(overlapping)).toMatchObject({ status: 409 });
    expect(await bookingState(server, hold)).toMatchObject({ status: 'held', slots: [20, 21, 22] });

    server.clock.now += 1;
    expect(await take(overlapping)).toMatchObject({ status: 200 });
    expect(await bookingState(server, hold)).toMatchObject({ status: 'expired', slots: [] });
    expect(await takenSlots()).toEqual([22, 23, 24]);
  });

  test('fits exactly between two bookings', async () => {
    const before = await bookByCard(server, DAY, { start: 17, end: 20 });
    const after = await bookByCard(server, DAY, { start: 23, end: 26 });
    expect(await take(MORNING)).toMatchObject({ status: 200 });
    expect(await takenSlots()).toEqual([17, 18, 19, 20, 21, 22, 23, 24, 25]);
    expect(await bookingState(server, before.created)).toMatchObject({ slots: [17, 18, 19] });
    expect(await bookingState(server, after.created)).toMatchObject({ slots: [23, 24, 25] });
  });

  test('does not end expired holds of the times before and after', async () => {
    const before = dataOf(await create(server, { start: 17, end: 20 }));
    const after = dataOf(await create(server, { start: 23, end: 26 }));
    server.clock.now += HOUR;
    expect(await take(MORNING)).toMatchObject({ status: 200 });
    expect(await bookingState(server, before)).toMatchObject({ status: 'held', slots: [17, 18, 19] });
    expect(await bookingState(server, after)).toMatchObject({ status: 'held', slots: [23, 24, 25] });
  });

  test.each([
    ['the last slot', { start: 18, end: 21 }],
    ['the first slot', { start: 22, end: 25 }],
  ])('takes nothing when %s of it is booked', async (_which, booked) => {
    await bookByCard(server, DAY, booked);
    expect(await take(MORNING)).toMatchObject({ status: 409 });
    expect(await takenSlots()).toEqual([booked.start, booked.start + 1, booked.start + 2]);
  });
});
