import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { slotCount, type SlotRange } from '../../../domain/time/slots.ts';
import { paths } from '../../../contract/paths.ts';
import { bookWithPointsIfFree } from '../../../server/checkout/bookWithPoints.ts';
import type { RequestedRange } from '../../../server/slots/requestedRange.ts';
import { bookingFields, post, type SignedIn } from '../../api/client.ts';
import { seededDatabase } from '../../api/seededDatabase.ts';
import { START } from '../../api/startServer.ts';
import { insertSession } from '../../fixtures/insertSession.ts';
import { createUsers } from '../createUsers.ts';
import { DAY, MORNING, ROOM, startPayments, type PaymentServer } from '../startPayments.ts';

/* Concurrent bookings with points share a statement, and each has the answer that it would have alone. */

let server: PaymentServer;
const statements: string[] = [];
beforeAll(async () => {
  server = await startPayments({
    database: await seededDatabase(START, ({ query }) => void statements.push(query.sql)),
  });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

type Booking = Omit<RequestedRange, 'now'> & { readonly sessionId: string };

async function bookingOf(
  user: SignedIn | undefined,
  nth: number,
  more: Partial<Booking> = {},
): Promise<Booking> {
  if (!user) throw new Error('there is no user');
  const start = 12 + 2 * nth;
  return {
    userId: user.user_id,
    roomId: ROOM,
    day: DAY,
    range: { start, end: start + 2 },
    sessionId: await insertSession(server.database, user.user_id),
    ...more,
  };
}

/** Makes the bookings in one turn of the event loop. */
const bookTogether = (bookings: readonly Booking[]) =>
  Promise.all(
    bookings.map(({ sessionId, ...requested }) =>
      bookWithPointsIfFree(
        server.database,
        { ...requested, now: server.clock.now },
        { id: requested.userId, sessionId },
      ),
    ),
  );

const idOf = (made: { readonly id: string } | 'taken' | null | undefined) =>
  made === null || made === undefined || made === 'taken' ? String(made) : made.id;

/** Everything that is stored about a booking with points. */
async function storedOf(bookingId: string) {
  const { database } = server;
  const booking = await database
    .selectFrom('booking')
    .select([
      'user_id',
      'room_id',
      'day',
      'start_slot',
      'end_slot',
      'status',
      'paid_with',
      'half_points',
      'headcount',
      'wishes',
    ])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const slots = await database
    .selectFrom('booking_slot')
    .select('slot')
    .where('booking_id', '=', bookingId)
    .orderBy('slot')
    .execute();
  const entries = await database
    .selectFrom('point_entry')
    .select(['user_id', 'kind', 'half_points', 'balance'])
    .where('booking_id', '=', bookingId)
    .execute();
  const { rows: emails } = await sql<{ kind: string; user_id: string }>`
    select kind, user_id from letter where payload ->> 'booking_id' = ${bookingId}`.execute(database);
  return { booking, slots: slots.map(({ slot }) => slot), entries, emails };
}

test('bookings of one moment are one statement, and each is stored with its own slots, entry and email', async () => {
  const users = await createUsers(server, 4, { half_points: 100 });
  const bookings = await Promise.all(
    users.map((user, nth) =>
      bookingOf(
        user,
        nth,
        nth === 0 ? {} : { visit: { headcount: nth, wishes: `Tea "for" ${nth}, {please}` } },
      ),
    ),
  );
  const first = statements.length;
  const made = await bookTogether(bookings);
  expect(statements.slice(first).filter((text) => text.includes('insert into booking ('))).toHaveLength(1);
  for (const [nth, { userId, range, visit }] of bookings.entries()) {
    expect(await storedOf(idOf(made[nth]))).toEqual({
      booking: {
        user_id: userId,
        room_id: ROOM,
        day: DAY,
        start_slot: range.start,
        end_slot: range.end,
        status: 'confirmed',
        paid_with: 'points',
        half_points: slotCount(range),
        headcount: visit?.headcount ?? null,
        wishes: visit?.wishes ?? null,
      },
      slots: [range.start, range.start + 1],
      entries: [{ user_id: userId, kind: 'use', half_points: -slotCount(range), balance: 98 }],
      emails: [{ kind: 'booked', user_id: userId }],
    });
  }
});

test('a booking that cannot be made does not affect those of the same moment', async () => {
  const { database, clock } = server;
  const users = await createUsers(server, 8, { half_points: 100 });
  const [ok, blocked, guest, poor, ended, late, astray, last] = users;
  const [other] = await createUsers(server, 1, { half_points: 100 });
  const change = (user: SignedIn | undefined, values: object) =>
    database
      .updateTable('app_user')
      .set(values)
      .where('id', '=', user?.user_id ?? '')
      .execute();
  await change(blocked, { is_blocked: true });
  await change(guest, { is_member: false });
  await change(poor, { half_points: 1 });
  const bookings = await Promise.all(
    [ok, blocked, guest, poor, ended, late, astray, last].map((user, nth) => bookingOf(user, nth)),
  );
  await database
    .updateTable('session')
    .set({ revoked_at: new Date(clock.now) })
    .where('id', '=', bookings[4]?.sessionId ?? '')
    .execute();
  await bookTogether([await bookingOf(other, 5)]);
  const made = await bookTogether(
    bookings.map((each, nth) => (nth === 6 ? { ...each, roomId: 9999 } : each)),
  );
  expect(made.map((each) => (each === null || each === 'taken' ? each : 'booked'))).toEqual([
    'booked',
    null,
    null,
    null,
    null,
    'taken',
    null,
    'booked',
  ]);
});

test('of the bookings of one moment for one slot the first is made, and of one account all are made', async () => {
  const [one, two, three] = await createUsers(server, 3, { half_points: 100 });
  const overlapping: SlotRange = { start: 13, end: 15 };
  const first = statements.length;
  const answers = await bookTogether([
    await bookingOf(one, 0),
    await bookingOf(two, 0, { range: overlapping }),
    await bookingOf(three, 3),
  ]);
  expect(answers.map((each) => (each === null || each === 'taken' ? each : 'booked'))).toEqual([
    'booked',
    'taken',
    'booked',
  ]);
  expect(statements.slice(first).filter((text) => text.includes('insert into booking ('))).toHaveLength(1);

  const user = two as SignedIn;
  const book = (range: SlotRange) =>
    post(server, paths.book, bookingFields(user, ROOM, DAY, range), { token: user.access });
  const later: SlotRange = { start: MORNING.end, end: MORNING.end + 2 };
  const responses = await Promise.all([book(MORNING), book(later), book(MORNING)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { half_points: left } = await server.database
    .selectFrom('app_user')
    .select('half_points')
    .where('id', '=', user.user_id)
    .executeTakeFirstOrThrow();
  expect(left).toBe(100 - slotCount(MORNING) - slotCount(later));
});
