import fc from 'fast-check';
import { sql, type Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MAX_HELD_SLOTS, MAX_HOLDS, UNPAID_TRIES_PER_DAY } from '../../../domain/bookings/holds.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { priceOf } from '../../../domain/money/pricing.ts';
import { slotCount, type SlotRange } from '../../../domain/time/slots.ts';
import {
  bookWithPointsIfFree,
  bookWithPointsInTransaction,
} from '../../../server/checkout/bookWithPoints.ts';
import { holdIfFree, holdInTransaction } from '../../../server/checkout/hold.ts';
import type { BookingTable, Database } from '../../../server/platform/database/schema.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { ApiError } from '../../../server/platform/http/apiError.ts';
import { breaksNoRule, brokenRule } from '../../../server/rules/bookingRules.ts';
import { insertSession } from '../../fixtures/insertSession.ts';
import { createUsers } from '../createUsers.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { DAY, ROOM } from '../startPayments.ts';

/*
 * The statement that books in one round trip and the transaction answer alike, for any account, room, range and holds: the
 * statement books exactly when the transaction does, and finds the slots taken exactly when the transaction does; the transaction
 * names the rule that a model in TypeScript names. Expired holds with slots are missing: only the transaction may take those over.
 */

withFreshPayments();

const NETWORK = '203.0.113.7';
const LIMITS = { account: 12, network: 20 };
const PRICE_PER_HOUR = 500_00;
/** Each answer is then expected at least ten times. */
const RUNS = { numRuns: 400 };

interface Hold {
  readonly slots: number;
  readonly kind: 'booking' | 'series' | 'move' | 'expired' | 'released';
  readonly from: 'own network' | 'business';
  readonly isOfToday: boolean;
}

const STATUS_OF = {
  booking: 'held',
  series: 'held',
  move: 'moving',
  expired: 'expired',
  released: bookingCodes.released,
} as const;

interface Facts {
  readonly account: {
    readonly is_blocked: boolean;
    readonly is_closed: boolean;
    readonly is_member: boolean;
    readonly has_paid: boolean;
    readonly half_points: number;
    readonly own: number;
  };
  readonly room: {
    readonly is_archived: boolean;
    readonly opens: number;
    readonly closes: number;
    readonly min_slots: number;
    readonly max_slots: number;
    readonly buffer_slots: number;
  };
  readonly range: SlotRange;
  /** Another customer has booked a slot: so many after the end of the range, -1 for its last one; null for none. */
  readonly takenAfterEnd: number | null;
  readonly holds: readonly Hold[];
  /** Of other new customers of the network. */
  readonly othersSlots: number;
  readonly othersAreLive: boolean;
}

const seldom = fc.oneof(
  { weight: 7, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const often = fc.oneof(
  { weight: 3, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const halfPoints = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 }));
const hold: fc.Arbitrary<Hold> = fc.record({
  slots: fc.integer({ min: 1, max: 24 }),
  kind: fc.constantFrom('booking', 'booking', 'series', 'move', 'expired', 'released'),
  from: fc.constantFrom('own network', 'business'),
  isOfToday: often,
});
const facts: fc.Arbitrary<Facts> = fc.record({
  account: fc.record({
    is_blocked: seldom,
    is_closed: seldom,
    is_member: fc.boolean(),
    has_paid: fc.boolean(),
    half_points: halfPoints,
    own: halfPoints,
  }),
  room: fc.record({
    is_archived: seldom,
    opens: fc.constantFrom(0, 0, 12, 20, 24),
    closes: fc.constantFrom(48, 48, 40, 24, 20),
    min_slots: fc.constantFrom(1, 1, 1, 3),
    max_slots: fc.constantFrom(48, 48, 48, 5, 3),
    buffer_slots: fc.constantFrom(0, 0, 1, 2),
  }),
  range: fc
    .record({ start: fc.constantFrom(18, 20, 22, 24, 36), slots: fc.integer({ min: 1, max: 8 }) })
    .map(({ start, slots }) => ({ start, end: start + slots })),
  takenAfterEnd: fc.constantFrom(null, null, null, null, null, -1, -1, 0, 1),
  holds: fc.array(hold, { maxLength: 4 }),
  othersSlots: fc.constantFrom(0, 0, 10, 18, 30),
  othersAreLive: fc.boolean(),
});

/** The account and the room of the facts. */
async function prepare({ account, room, range, takenAfterEnd, holds, othersSlots, othersAreLive }: Facts) {
  const { database, clock } = server;
  const daily = (slot: number) => Array.from({ length: 7 }, () => slot);
  await database.deleteFrom('booking_slot').execute();
  await database.deleteFrom('hold_network').execute();
  await database.updateTable('booking').set({ held_from: null }).execute();
  await database
    .updateTable('room')
    .set({
      archived_at: room.is_archived ? new Date(clock.now) : null,
      opens: daily(room.opens),
      closes: daily(Math.max(room.opens, room.closes)),
      min_slots: room.min_slots,
      max_slots: room.max_slots,
      buffer_slots: room.buffer_slots,
    })
    .where('id', '=', ROOM)
    .execute();
  const [user, other] = await createUsers(server, 2, { half_points: account.half_points });
  if (!user || !other) throw new Error('there are no users');
  const { user_id: userId } = user;
  await database
    .updateTable('app_user')
    .set({
      is_blocked: account.is_blocked,
      is_member: account.is_member,
      closed_at: account.is_closed ? new Date(clock.now) : null,
    })
    .where('id', '=', userId)
    .execute();
  await sql`update app_user set own_half_points = least(half_points, ${account.own}) where id = ${userId}`.execute(
    database,
  );
  await database.updateTable('app_user').set({ is_member: false }).where('id', '=', other.user_id).execute();
  const insert = async (booking: Partial<Insertable<BookingTable>>): Promise<string> => {
    const { id } = await database
      .insertInto('booking')
      .values({
        user_id: userId,
        room_id: ROOM,
        day: addDays(DAY, 1),
        start_slot: 0,
        end_slot: 1,
        status: 'held',
        paid_with: 'card',
        total_paise: 100,
        created_at: new Date(clock.now),
        ...booking,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  if (account.has_paid) await insert({ status: 'confirmed' });
  for (const { slots, kind, from, isOfToday } of holds) {
    const isLive = kind !== 'expired' && kind !== 'released';
    const id = await insert({
      end_slot: slots,
      status: STATUS_OF[kind],
      hold_expires_at: new Date(clock.now + (isLive ? 60_000 : -60_000)),
      held_from: from === 'business' ? null : NETWORK,
      created_at: new Date(clock.now - (isOfToday ? 0 : 86_400_000)),
      ...(kind === 'move' && { moves_booking_id: await insert({ status: 'confirmed' }), moves_sequence: 0 }),
    });
    if (kind === 'series') {
      const second = await insert({ day: addDays(DAY, 2), hold_expires_at: new Date(clock.now + 60_000) });
      await database
        .insertInto('series_date')
        .values([id, second].map((booking_id) => ({ booking_id, head_id: id, amount: 1 })))
        .execute();
    }
  }
  if (othersSlots > 0)
    await insert({
      user_id: other.user_id,
      end_slot: othersSlots,
      status: othersAreLive ? 'held' : 'expired',
      hold_expires_at: new Date(clock.now + (othersAreLive ? 60_000 : -60_000)),
      held_from: NETWORK,
      by_new_customer: true,
    });
  if (takenAfterEnd !== null) {
    const slots = {
      room_id: ROOM,
      day: DAY,
      booking_id: await insert({ user_id: other.user_id, status: 'confirmed' }),
    };
    await database
      .insertInto('booking_slot')
      .values({ ...slots, slot: range.end + takenAfterEnd })
      .execute();
  }
  return { userId, sessionId: await insertSession(database, userId) };
}

/** The room stays free for its buffer after the range. */
const isTaken = ({ room, takenAfterEnd }: Facts): boolean =>
  takenAfterEnd !== null && takenAfterEnd < room.buffer_slots;

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** The code of the error, or 'booked'. */
async function answerOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'booked';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

class RolledBack extends Error {}

/** What the statement answers; its changes are rolled back. Null: it leaves the answer to the transaction. */
async function answerAtOnce(
  book: (database: Database) => Promise<object | 'taken' | null>,
): Promise<'booked' | 'slot-taken' | null> {
  let answer: object | 'taken' | null = null;
  const tried = server.database.transaction().execute(async (tx) => {
    answer = await book(tx);
    throw new RolledBack();
  });
  await expect(tried).rejects.toThrow(RolledBack);
  if (answer === null) return null;
  return answer === 'taken' ? 'slot-taken' : 'booked';
}

/** Runs the property and returns the answers that it has seen. */
async function compare(
  expected: (of: Facts) => string,
  both: (
    of: Facts,
    prepared: Prepared,
  ) => { fast: () => Promise<string | null>; slow: () => Promise<unknown> },
): Promise<string[]> {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(facts, async (of) => {
      const { fast, slow } = both(of, await prepare(of));
      const atOnce = await fast();
      const answer = await answerOf(slow());
      expect({ atOnce, answer }).toEqual({
        atOnce: answer === 'booked' || answer === 'slot-taken' ? answer : null,
        answer: expected(of),
      });
      seen.add(answer);
    }),
    RUNS,
  );
  return [...seen].toSorted();
}

/** What a booking of any kind breaks; null for nothing. */
function expectedRule({ account, room, range }: Facts): string | null {
  if (account.is_blocked || account.is_closed) return 'blocked';
  if (room.is_archived) return 'not-found';
  const isOpen = range.start >= room.opens && range.end <= Math.max(room.opens, room.closes);
  const hasLength = slotCount(range) >= room.min_slots && slotCount(range) <= room.max_slots;
  return isOpen && hasLength ? null : 'bad-input';
}

function expectedWithPoints(of: Facts): string {
  const { is_member: isMember, half_points: all, own } = of.account;
  const usable = isMember ? all : Math.min(own, all);
  const rule = expectedRule(of);
  if (rule !== null) return rule;
  if (!isMember && usable === 0) return 'not-a-member';
  if (usable < slotCount(of.range)) return 'not-enough-points';
  return isTaken(of) ? 'slot-taken' : 'booked';
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function expectedByCard(of: Facts): string {
  const { account, holds, othersSlots, othersAreLive } = of;
  const allowed = isTaken(of) ? 'slot-taken' : 'booked';
  const slots = slotCount(of.range);
  const rule = expectedRule(of);
  if (rule !== null) return rule;
  const live = holds.filter(({ kind }) => kind === 'booking' || kind === 'series');
  const heldSlots = sum(live.filter(({ kind }) => kind === 'booking').map((each) => each.slots));
  if (live.length >= MAX_HOLDS || heldSlots + slots > MAX_HELD_SLOTS) return 'too-many-holds';
  const isNew = !account.is_member && !account.has_paid && holds.every(({ kind }) => kind !== 'move');
  // Without one the limit is so high that these holds cannot reach it.
  if (!isNew) return allowed;
  const counted = holds.filter(({ from, isOfToday }) => from === 'own network' && isOfToday);
  const own = {
    now: sum(
      counted.filter(({ kind }) => kind !== 'expired' && kind !== 'released').map((each) => each.slots),
    ),
    today: sum(counted.map((each) => each.slots)),
  };
  const network = { now: othersAreLive ? othersSlots : 0, today: othersSlots };
  const fits = (held: typeof own, limit: number) =>
    held.now + slots <= limit && held.today + slots <= limit * UNPAID_TRIES_PER_DAY;
  return fits(own, LIMITS.account) && fits(network, LIMITS.network) ? allowed : 'unpaid-limit';
}

describe('the statement and the transaction answer alike', () => {
  test('with points', async () => {
    const seen = await compare(expectedWithPoints, ({ range }, { userId, sessionId }) => {
      const requested = { userId, roomId: ROOM, day: DAY, range, now: server.clock.now };
      return {
        fast: () =>
          answerAtOnce((database) => bookWithPointsIfFree(database, requested, { id: userId, sessionId })),
        slow: () => bookWithPointsInTransaction(server.payments, requested),
      };
    });
    expect(seen).toEqual(
      [
        'booked',
        'slot-taken',
        'blocked',
        'not-found',
        'bad-input',
        'not-a-member',
        'not-enough-points',
      ].toSorted(),
    );
  });

  test('by card', async () => {
    const seen = await compare(expectedByCard, ({ range }, { userId }) => {
      const requested = {
        userId,
        roomId: ROOM,
        day: DAY,
        range,
        now: server.clock.now,
        user: {
          first_name: 'Kala',
          last_name: null,
          email: '',
          phone: '',
          email_confirmed_at: null,
          spendable: 0,
        },
        room: { name: 'Room', price_per_hour_paise: PRICE_PER_HOUR, rates: [] },
      };
      const { total } = priceOf(PRICE_PER_HOUR, slotCount(range));
      const requester = { id: userId, network: NETWORK };
      const deps = (database: Database) => ({ database, unpaidLimits: LIMITS });
      return {
        fast: () => answerAtOnce((database) => holdIfFree(deps(database), requested, requester)),
        slow: () => holdInTransaction(deps(server.database), requested, requester, total),
      };
    });
    expect(seen).toEqual(
      [
        'booked',
        'slot-taken',
        'blocked',
        'not-found',
        'bad-input',
        'too-many-holds',
        'unpaid-limit',
      ].toSorted(),
    );
  });

  test('for a hold whose order is stored', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(facts, async (of) => {
        const { userId } = await prepare(of);
        const { range } = of;
        const { rows } = await sql<{ kept: boolean }>`
          select ${breaksNoRule} as kept from (values (${userId}::uuid, ${ROOM}::integer, ${DAY}::date,
            ${range.start}::smallint, ${range.end}::smallint)) as dated (user_id, room_id, day, start_slot, end_slot)`.execute(
          server.database,
        );
        const broken = await inTransaction(server.database, (tx) =>
          brokenRule(tx, { userId, roomId: ROOM, day: DAY, range }),
        );
        expect(rows[0]?.kept).toBe(broken === null);
        expect(broken === null).toBe(expectedRule(of) === null);
        seen.add(broken ?? 'kept');
      }),
      RUNS,
    );
    expect([...seen].toSorted()).toEqual(
      [
        ...(['kept', 'account-closed', 'account-blocked', 'room-archived', 'hours-closed'] as const),
        ...(['too-short', 'too-long'] as const),
      ].toSorted(),
    );
  });
});
