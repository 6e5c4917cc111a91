import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { TakenSlotsResponse } from '../../../contract/rooms/rooms.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookSeries, createSeries, THREE_DATES } from '../bookingSeries.ts';
import {
  beginMove,
  bookByCard,
  bookByPoints,
  cancel,
  cancelNow,
  fetchCancelTerms,
  fetchMoveTerms,
  move,
} from '../cancelling.ts';
import { createUsers } from '../createUsers.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { settled } from '../settled.ts';
import { costOf, create, dataOf, DAY, MORNING, release, ROOM } from '../startPayments.ts';
import { joinWaitingList, runWaitingListJobs } from '../waitingListUsers.ts';

/*
 * A room stays free for its buffer after each booking. The buffer's slots are claimed with the booking, so that the primary key of
 * booking_slot keeps the rule at every way to book: each way of this table tries a neighbour that is too close, and one that is not.
 */

withFreshPayments();
let user: SignedIn;
let desk: SignedIn;

const setBuffer = (buffer_slots: number) =>
  server.database.updateTable('room').set({ buffer_slots }).where('id', '=', ROOM).execute();

beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  [user] = (await createUsers(server, 1)) as [SignedIn];
  await server.database
    .updateTable('app_user')
    .set({ email_confirmed_at: new Date(server.clock.now) })
    .where('id', '=', user.user_id)
    .execute();
  await setBuffer(1);
});
afterEach(() => setBuffer(0));

const outcomeOf = ({ status, body }: ApiResponse): string =>
  status === 200 ? 'done' : (body as ErrorBody).error.code;
const callDesk = (path: string, fields: object) =>
  post<ErrorBody>(server, path, { ...fields }, { token: desk.access });
const times = { mid: ROOM, bdate: DAY, ...bookingTimes(MORNING) };
const deskFields = async () => {
  const { email } = await server.database
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', user.user_id)
    .executeTakeFirstOrThrow();
  return { email, ...times };
};
const book = (range: SlotRange = MORNING) =>
  post<{ data: { booking_id: string } } & ErrorBody>(
    server,
    paths.book,
    bookingFields(user, ROOM, DAY, range),
    { token: user.access },
  );
/** Far from every neighbour. */
const AFTERNOON: SlotRange = { start: 34, end: 37 };
const moveTo = async (bookingId: string, range: SlotRange, change?: () => Promise<unknown>) => {
  const to = { day: DAY, range };
  const { sequence, difference } = dataOf(await fetchMoveTerms(server, bookingId, to, user));
  await change?.();
  return outcomeOf(await move(server, bookingId, to, { sequence, difference }, user));
};

/** Books the morning in one way; `neighbour` books the times next to it before the slots are taken. */
type Way = (neighbour: () => Promise<unknown>) => Promise<string>;
const after =
  (call: () => Promise<ApiResponse>): Way =>
  async (neighbour) => {
    await neighbour();
    return outcomeOf(await call());
  };
const moved =
  (from: SlotRange, paidWith: 'card' | 'points'): Way =>
  async (neighbour) => {
    const id =
      paidWith === 'card'
        ? (await bookByCard(server, DAY, from, user)).id
        : dataOf(await book(from)).booking_id;
    return moveTo(id, MORNING, neighbour);
  };

const ways: Readonly<Record<string, { go: Way; refusal: string }>> = {
  'by card': { go: after(() => create(server, MORNING, { user })), refusal: 'slot-taken' },
  'with points': { go: after(() => book()), refusal: 'slot-taken' },
  'a series by card': { go: after(() => createSeries(server, THREE_DATES, { user })), refusal: 'slot-taken' },
  'a series with points': { go: after(() => bookSeries(server, THREE_DATES, user)), refusal: 'slot-taken' },
  'a move at the same price': { go: moved(AFTERNOON, 'card'), refusal: 'slot-taken' },
  'a dearer move by card': { go: moved({ start: 34, end: 35 }, 'card'), refusal: 'slot-taken' },
  'a longer move with points': { go: moved({ start: 34, end: 35 }, 'points'), refusal: 'slot-taken' },
  'an offer of the waiting list': {
    go: async (neighbour) => {
      const { id } = await bookByCard(server, DAY, MORNING);
      dataOf(await joinWaitingList(server, user));
      const { refund } = dataOf(await fetchCancelTerms(server, id));
      dataOf(await cancel(server, id, refund));
      await neighbour();
      await runWaitingListJobs(server);
      const { state } = await server.database
        .selectFrom('waitlist_entry')
        .select('state')
        .where('user_id', '=', user.user_id)
        .executeTakeFirstOrThrow();
      return state === 'offered' ? 'done' : state;
    },
    refusal: 'waiting',
  },
  'a sale at the desk': {
    go: async (neighbour) => {
      const fields = { ...(await deskFields()), method: 'cash', amount: costOf(MORNING) };
      await neighbour();
      return outcomeOf(await callDesk(deskPaths.sell, fields));
    },
    refusal: 'slot-taken',
  },
  'a payment link': {
    go: async (neighbour) => {
      const fields = { ...(await deskFields()), amount: costOf(MORNING) };
      await neighbour();
      return outcomeOf(await callDesk(deskPaths.makeLink, fields));
    },
    refusal: 'slot-taken',
  },
  'a booking for a member at the desk': {
    go: async (neighbour) => {
      const fields = await deskFields();
      await neighbour();
      return outcomeOf(await callDesk(deskPaths.walkIn, fields));
    },
    refusal: 'slot-taken',
  },
  'a move by the desk': {
    go: async (neighbour) => {
      const { id } = await bookByCard(server, DAY, AFTERNOON, user);
      await neighbour();
      const fields = { booking_id: id, sequence: 0, ...times, reason: 'The projector' };
      return outcomeOf(await callDesk(deskPaths.move, fields));
    },
    refusal: 'slot-taken',
  },
  'a late payment of a released hold': {
    go: async (neighbour) => {
      const created = dataOf(await create(server, MORNING, { user }));
      dataOf(await release(server, created, user));
      await neighbour();
      return settled(server, created);
    },
    refusal: 'late',
  },
};

const { start, end } = MORNING;
const neighbours: readonly (readonly [name: string, range: SlotRange, isTooClose: boolean])[] = [
  ['that ends when it starts', { start: start - 2, end: start }, true],
  ['that ends a buffer earlier', { start: start - 3, end: start - 1 }, false],
  ['that starts when it ends', { start: end, end: end + 2 }, true],
  ['that starts a buffer later', { start: end + 1, end: end + 3 }, false],
];

describe('a booking next to another one', () => {
  const cases = Object.entries(ways).flatMap(([name, { refusal }]) =>
    neighbours.map(([neighbour, range, isTooClose]) => ({
      name,
      neighbour,
      range,
      outcome: isTooClose ? refusal : 'done',
    })),
  );
  test.each(cases)('$name, $neighbour: $outcome', async ({ name, range, outcome }) => {
    const way = ways[name]?.go as Way;
    expect(await way(() => bookByPoints(server, DAY, range))).toBe(outcome);
  });
});

const taken = async (token?: string) => {
  const { body } = await post<TakenSlotsResponse>(
    server,
    paths.takenSlots,
    { date: DAY, id: ROOM },
    { token },
  );
  return body.data.time;
};
const timesOf = (...slots: number[]) => slots.map(slotTime);

describe('the buffer', () => {
  test('is shown as taken, with the slots in which a booking would have none', async () => {
    await setBuffer(2);
    await bookByPoints(server, DAY, { start: 24, end: 26 });
    expect(await taken()).toEqual(timesOf(22, 23, 24, 25, 26, 27));
    // What is shown as free can be booked, next to what is not.
    expect(outcomeOf(await book({ start: 20, end: 22 }))).toBe('done');
    expect(outcomeOf(await book({ start: 28, end: 30 }))).toBe('done');
  });

  test('is free again after a cancellation, and never reaches into the next day', async () => {
    const booked = await bookByCard(server, DAY, { start: 46, end: 48 });
    expect(await taken()).toEqual(timesOf(45, 46, 47));
    await cancelNow(server, booked.id);
    expect(await taken()).toEqual([]);
    const rows = await server.database.selectFrom('booking_slot').select('slot').execute();
    expect(rows).toEqual([]);
  });

  test('does not keep a customer from another try next to an own unpaid hold', async () => {
    dataOf(await create(server, MORNING, { user }));
    expect(await taken(user.access)).toEqual([]);
    dataOf(await create(server, { start: end, end: end + 2 }, { user }));
    expect(await taken()).toEqual(timesOf(end - 1, end, end + 1, end + 2));
  });

  test('of the own booking does not keep it from a longer time or a later start', async () => {
    const { id } = await bookByCard(server, DAY, MORNING, user);
    expect(await moveTo(id, { start: start + 1, end: end + 1 })).toBe('done');
    const rows = await server.database.selectFrom('booking_slot').select('slot').orderBy('slot').execute();
    expect(rows.map(({ slot }) => slot)).toEqual([start + 1, start + 2, end, end + 1]);
    // A longer one has to be paid: its hold takes only what the booking does not have.
    expect(await moveTo(id, { start: start + 1, end: end + 2 })).toBe('done');
  });

  test('that became longer keeps nobody from shortening a booking, and applies to the next ones', async () => {
    await setBuffer(0);
    const { id } = await bookByCard(server, DAY, MORNING, user);
    await bookByPoints(server, DAY, { start: end, end: end + 2 });
    await setBuffer(2);
    expect(await moveTo(id, { start, end: end - 1 })).toBe('done');
    expect(outcomeOf(await book({ start: end + 2, end: end + 4 }))).toBe('done');
    expect(outcomeOf(await create(server, { start: end + 5, end: end + 6 }))).toBe('slot-taken');
  });

  test('that became longer keeps nobody from paying what is held', async () => {
    await setBuffer(0);
    await bookByPoints(server, DAY, { start: end, end: end + 2 });
    const { id } = await bookByCard(server, DAY, { start: 34, end: 35 }, user);
    const order = await beginMove(server, id, { day: DAY, range: MORNING }, user);
    await setBuffer(2);
    expect(await settled(server, order)).toBe('done');
    const slots = await server.database
      .selectFrom('booking_slot')
      .select('slot')
      .where('booking_id', '=', id)
      .orderBy('slot')
      .execute();
    expect(slots.map(({ slot }) => slot)).toEqual([start, start + 1, start + 2]);
  });

  test('stays whole when a paid move ends just before the former times', async () => {
    await setBuffer(2);
    const { id } = await bookByCard(server, DAY, { start: 20, end: 22 }, user);
    expect(
      await settled(server, await beginMove(server, id, { day: DAY, range: { start: 16, end: 19 } }, user)),
    ).toBe('done');
    const slots = await server.database
      .selectFrom('booking_slot')
      .select('slot')
      .where('booking_id', '=', id)
      .orderBy('slot')
      .execute();
    expect(slots.map(({ slot }) => slot)).toEqual([16, 17, 18, 19, 20]);
  });

  test('is no part of the booking in the plan of the day, nor of what is in the way of a block-out', async () => {
    await bookByPoints(server, DAY, MORNING);
    const { body } = await get<DayPlanResponse>(server, `${deskPaths.dayPlan}?date=${DAY}`, desk.access);
    expect(body.data.entries.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      timesOf(start, end),
    ]);
    // The plan names what nobody can book: the slot after the booking, and the one before it, which would have no buffer.
    expect(body.data.buffers).toEqual(
      [
        [start - 1, start],
        [end, end + 1],
      ].map(([from, to]) => ({
        room_id: ROOM,
        start_time: slotTime(from as number),
        end_time: slotTime(to as number),
      })),
    );
    const blocked = await callDesk(deskPaths.makeBlockOut, {
      room_id: ROOM,
      first_day: DAY,
      last_day: DAY,
      start_time: slotTime(end),
      end_time: slotTime(end + 4),
      reason: 'A leak',
      around: false,
    });
    expect(blocked.body.error.in_the_way).toEqual([
      expect.objectContaining({ kind: 'booking', start_time: slotTime(start), end_time: slotTime(end) }),
    ]);
    const sold = await callDesk(deskPaths.walkIn, {
      ...(await deskFields()),
      ...bookingTimes({ start: end, end: end + 1 }),
    });
    expect(sold.body.error.message).toBe('These times are too close to another booking');
  });

  test('also separates the dates of a series', async () => {
    const dates = (gap: number) => [
      { day: DAY, range: MORNING },
      { day: DAY, range: { start: end + gap, end: end + gap + 2 } },
    ];
    expect(outcomeOf(await bookSeries(server, dates(0), user))).toBe('slot-taken');
    expect(outcomeOf(await bookSeries(server, dates(1), user))).toBe('done');
  });

  test('of a room does not matter to another room or day', async () => {
    await bookByPoints(server, DAY, MORNING);
    const other = { start: end, end: end + 1 };
    expect(outcomeOf(await create(server, other, { user, mid: ROOM + 1, amount: undefined }))).not.toBe(
      'slot-taken',
    );
    expect(outcomeOf(await create(server, other, { user, bdate: addDays(DAY, 1) }))).toBe('done');
  });
});
