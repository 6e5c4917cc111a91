import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { monthOf } from '../../../domain/money/pointKinds.ts';
import { setMembership } from '../../../server/desk/membership.ts';
import { ApiError } from '../../../server/platform/http/apiError.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { changePoints, usePoints } from '../../../server/ledger/ledger.ts';
import { renewInTransaction, renewPoints, returnPoints } from '../../../server/points/renewal.ts';
import { migratedDatabase } from '../../api/seededDatabase.ts';

const DAY_MS = 86_400_000;
const START = instantOf('2025-11-03', 20);
const monthAt = (now: number): string => monthOf(dateAt(now));

let database: OpenDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.close());

async function newUser(): Promise<string> {
  const { id } = await database.database
    .insertInto('app_user')
    .values({
      email: `${randomUUID()}@example.com`,
      password_hash: '-',
      first_name: 'Kala',
      phone: '+919840012345',
      // The desk gives nothing to an address that nobody has proven.
      email_confirmed_at: new Date(START),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What the model and the ledger are compared by, in half-points. */
interface Balance {
  readonly all: number;
  readonly expiring: number;
  readonly own: number;
  readonly ownExpiring: number;
}

/** Points that were granted together. `month`: the month at whose end they expire; null for never. */
interface Lot {
  left: number;
  readonly month: string | null;
  readonly own: boolean;
}

/** Follows the same rules with a list of lots instead of counters. */
class Model {
  member = false;
  monthly = 0;
  renewed = '';
  lots: Lot[] = [];
  readonly taken = new Map<string, Lot[]>();

  pass(month: string): void {
    this.lots = this.lots.filter((lot) => lot.month === null || lot.month >= month);
    if (!this.member || this.monthly === 0 || this.renewed >= month) return;
    this.lots.push({ left: this.monthly, month, own: false });
    this.renewed = month;
  }
  use(bookingId: string, halfPoints: number): boolean {
    const usable = this.lots.filter(({ own }) => this.member || own);
    const isLater = ({ month, own }: Lot) => (month === null ? 2 : 0) + (own ? 1 : 0);
    usable.sort((a, b) => isLater(a) - isLater(b));
    if (usable.reduce((sum, { left }) => sum + left, 0) < halfPoints) return false;
    this.taken.set(bookingId, take(usable, halfPoints));
    return true;
  }
  giveBack(bookingId: string, halfPoints: number, month: string): void {
    this.pass(month);
    const rank = (lot: Lot) => (lot.month === null ? 0 : 2) + (lot.own ? 0 : 1);
    const taken = (this.taken.get(bookingId) as Lot[]).toSorted((a, b) => rank(a) - rank(b));
    for (const lot of take(taken, halfPoints)) {
      this.lots.push({ ...lot, month: lot.month && month, own: lot.own || !this.member });
    }
  }
  get balance(): Balance {
    const sum = (counts: (lot: Lot) => boolean) =>
      this.lots.reduce((total, lot) => total + (counts(lot) ? lot.left : 0), 0);
    return {
      all: sum(() => true),
      expiring: sum(({ month }) => month !== null),
      own: sum(({ own }) => own),
      ownExpiring: sum(({ month, own }) => own && month !== null),
    };
  }
}

/** Takes half-points from lots in their order, and returns what was taken. */
function take(lots: readonly Lot[], halfPoints: number): Lot[] {
  let rest = halfPoints;
  return lots.map((lot) => {
    const left = Math.min(rest, lot.left);
    rest -= left;
    lot.left -= left;
    return { ...lot, left };
  });
}

async function storedBalance(userId: string): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select half_points as all, expiring_half_points as expiring, own_half_points as own,
      own_expiring_half_points as "ownExpiring" from app_user where id = ${userId}`.execute(
    database.database,
  );
  return rows[0] as Balance;
}

async function sumOfEntries(userId: string): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select coalesce(sum(half_points), 0)::integer as all, coalesce(sum(expiring), 0)::integer as expiring,
      coalesce(sum(own), 0)::integer as own, coalesce(sum(own_expiring), 0)::integer as "ownExpiring"
    from point_entry where user_id = ${userId}`.execute(database.database);
  return rows[0] as Balance;
}

/** A user of the real ledger, with the calls that the server makes. */
async function ledgerOf(userId: string) {
  let membership = { is_member: false, monthly_points: 0 };
  const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.database, work);
  return {
    async setMembership(isMember: boolean, monthly: number, now: number): Promise<void> {
      const wanted = { is_member: isMember, monthly_points: monthly };
      const request = {
        user_id: userId,
        was_member: membership.is_member,
        was_monthly: membership.monthly_points,
        ...wanted,
        reason: 'tested',
      };
      await inTx((tx) => setMembership(tx, request, now));
      membership = wanted;
    },
    add: (kind: 'purchase' | 'grant', halfPoints: number, now: number) =>
      inTx((tx) => changePoints(tx, userId, halfPoints, { kind, at: now, reason: 'tested' })),
    use: (bookingId: string, halfPoints: number, now: number): Promise<boolean> =>
      inTx((tx) => usePoints(tx, userId, halfPoints, { bookingId, at: now })).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        },
      ),
    giveBack: (bookingId: string, halfPoints: number, now: number) =>
      inTx((tx) => returnPoints(tx, userId, halfPoints, { bookingId, at: now })),
    /** For this user. */
    pass: (now: number) => inTx((tx) => renewInTransaction(tx, userId, now)),
  };
}

type Step =
  | { readonly kind: 'join'; readonly halfPoints: number }
  | { readonly kind: 'purchase' | 'grant'; readonly halfPoints: number }
  | { readonly kind: 'use'; readonly halfPoints: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'return'; readonly nth: number; readonly halfPoints: number };

const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const some = (max: number) => fc.integer({ min: 1, max });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: kind('join'), halfPoints: some(12) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('purchase' as const, 'grant' as const),
      halfPoints: some(8),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('use'), halfPoints: some(6) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('return'), nth: fc.nat(2), halfPoints: some(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('end') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('pass') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('days'), days: fc.constantFrom(1, 12, 31) }) },
);

test('a short model and the ledger agree over joins, ends, purchases, uses, returns and months', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40, size: 'max' }), async (steps) => {
      const userId = await newUser();
      const ledger = await ledgerOf(userId);
      const model = new Model();
      let now = START;
      for (const each of steps) {
        let isUsed = false;
        let isUsedInModel = false;
        if (each.kind === 'days') now += each.days * DAY_MS;
        else if (each.kind === 'pass') {
          model.pass(monthAt(now));
          await ledger.pass(now);
        } else if (each.kind === 'join' || each.kind === 'end') {
          const monthly = each.kind === 'join' ? each.halfPoints : model.monthly;
          const isSame = model.member === (each.kind === 'join') && model.monthly === monthly;
          model.member = each.kind === 'join';
          model.monthly = monthly;
          if (!isSame) model.pass(monthAt(now));
          await ledger.setMembership(model.member, monthly, now);
        } else if (each.kind === 'purchase' || each.kind === 'grant') {
          model.lots.push({ left: each.halfPoints, month: null, own: each.kind === 'purchase' });
          await ledger.add(each.kind, each.halfPoints, now);
        } else if (each.kind === 'use') {
          const bookingId = randomUUID();
          isUsed = await ledger.use(bookingId, each.halfPoints, now);
          isUsedInModel = model.use(bookingId, each.halfPoints);
        } else if (each.kind === 'return') {
          const [bookingId, taken] = [...model.taken].at(-1 - each.nth) ?? [];
          const most = taken?.reduce((sum, { left }) => sum + left, 0) ?? 0;
          if (bookingId === undefined || most === 0) continue;
          const returned = Math.min(most, each.halfPoints);
          model.giveBack(bookingId, returned, monthAt(now));
          await ledger.giveBack(bookingId, returned, now);
        }
        expect(isUsed).toBe(isUsedInModel);
        const stored = await storedBalance(userId);
        expect([each, stored]).toEqual([each, model.balance]);
        expect(await sumOfEntries(userId)).toEqual(stored);
      }
    }),
    { numRuns: 50 },
  );
});

describe('points across months', () => {
  const at = (day: string) => instantOf(day, 20);
  const runPass = (day: string) =>
    renewPoints({ database: database.database, now: () => at(day), log: { error: () => undefined } });

  test('a membership that begins again in a month gets that month’s points, although others expired in it', async () => {
    const userId = await newUser();
    const ledger = await ledgerOf(userId);
    await ledger.setMembership(true, 20, at('2025-11-03'));
    await ledger.setMembership(false, 20, at('2025-11-20'));
    await runPass('2025-12-01');
    expect(await storedBalance(userId)).toMatchObject({ all: 0 });
    await ledger.setMembership(true, 20, at('2025-12-05'));
    expect(await storedBalance(userId)).toMatchObject({ all: 20, expiring: 20 });
    // Once a month.
    await ledger.setMembership(false, 20, at('2025-12-06'));
    await ledger.setMembership(true, 20, at('2025-12-07'));
    await runPass('2025-12-08');
    expect(await storedBalance(userId)).toMatchObject({ all: 20, expiring: 20 });
  });

  test('points that a booking returns after its month live until the end of the month of the return', async () => {
    const userId = await newUser();
    const ledger = await ledgerOf(userId);
    const bookingId = randomUUID();
    await ledger.setMembership(true, 4, at('2025-11-03'));
    expect(await ledger.use(bookingId, 4, at('2025-11-10'))).toBe(true);
    await ledger.setMembership(false, 4, at('2025-11-20'));
    await runPass('2025-12-01');
    await ledger.giveBack(bookingId, 4, at('2025-12-05'));
    await runPass('2025-12-05');
    await runPass('2025-12-31');
    expect(await storedBalance(userId)).toEqual({ all: 4, expiring: 4, own: 4, ownExpiring: 4 });
    // They can be used without a membership, because nobody could use them otherwise.
    expect(await ledger.use(randomUUID(), 1, at('2025-12-31'))).toBe(true);
    await runPass('2026-01-01');
    expect(await storedBalance(userId)).toMatchObject({ all: 0 });
  });

  test('bought points stay usable when the membership ends, and those of the membership do not', async () => {
    const userId = await newUser();
    const ledger = await ledgerOf(userId);
    await ledger.setMembership(true, 6, at('2025-11-03'));
    await ledger.add('purchase', 10, at('2025-11-04'));
    await ledger.setMembership(false, 6, at('2025-11-20'));
    expect(await ledger.use(randomUUID(), 11, at('2025-11-21'))).toBe(false);
    expect(await ledger.use(randomUUID(), 9, at('2025-11-21'))).toBe(true);
    expect(await ledger.use(randomUUID(), 2, at('2025-11-21'))).toBe(false);
    expect(await storedBalance(userId)).toEqual({ all: 7, expiring: 6, own: 1, ownExpiring: 0 });
  });
});
