import { sql, type RawBuilder } from 'kysely';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { Tx } from '../platform/database/schema.ts';

/*
 * The rules about who books, where and with which points (decision 0113). Each rule is one piece of SQL. The statements that book
 * in one round trip have the pieces as conditions; a transaction selects the name of the rule that is broken, made of the same
 * pieces. Both read them under the locks of their transaction, because a rule may change during a slow call to the payment
 * provider. The limits on holds are in server/checkout/holdLimit.ts and unpaidLimit.ts in the same form.
 * test/payments/bookings/rulesByDoor.test.ts lists the operations, and fastPath.test.ts compares the two ways to book.
 *
 * The outer query has the account as `app_user` and the room as `room`.
 */

/** A rule: its name when it is broken, and SQL that is true when it is kept. */
export type Rule<Name extends string> = readonly [name: Name, isKept: RawBuilder<boolean>];

/** SQL: whether all rules are kept. */
export const allKept = (rules: readonly Rule<string>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    rules.map(([, isKept]) => isKept),
    sql` and `,
  )})`;

/** SQL: the name of the first rule that is broken; null when all are kept. */
export const firstBroken = <Name extends string>(rules: readonly Rule<Name>[]): RawBuilder<Name | null> =>
  sql<Name | null>`case ${sql.join(
    rules.map(([name, isKept]) => sql`when (${isKept}) is not true then ${sql.lit(name)}`),
    sql` `,
  )} end`;

export type AccountRule = 'account-closed' | 'account-blocked';
/** The rules about the length of a booking. A hold that had an allowed length keeps it. */
export type LengthRule = 'too-short' | 'too-long';
type RoomRule = 'room-archived' | 'hours-closed' | LengthRule;
export type BrokenRule = AccountRule | RoomRule;

const accountRules: readonly Rule<AccountRule>[] = [
  ['account-closed', sql<boolean>`app_user.closed_at is null`],
  ['account-blocked', sql<boolean>`not app_user.is_blocked`],
];

/** SQL: whether the account may book. */
export const accountMayBook = allKept(accountRules);

/** SQL: the rule that the account breaks, regardless of the range. */
export const brokenAccountRule = firstBroken(accountRules);

/** SQL: whether the room is on the site. */
export const roomIsOnSite: RawBuilder<boolean> = sql<boolean>`room.archived_at is null`;

/** SQL: a range of a day. */
interface RangeInSql {
  /** IST date. */
  readonly day: RawBuilder<unknown>;
  readonly start: RawBuilder<unknown>;
  readonly end: RawBuilder<unknown>;
}

interface DayRange {
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
}

interface RoomRange extends DayRange {
  readonly roomId: number;
}

const inSql = ({ day, range }: DayRange): RangeInSql => ({
  day: sql`${day}::date`,
  start: sql`${range.start}::integer`,
  end: sql`${range.end}::integer`,
});

const isOpenFor = ({ day, start, end }: RangeInSql): RawBuilder<boolean> => sql<boolean>`
  (room.opens[extract(isodow from ${day})::integer] <= ${start} and room.closes[extract(isodow from ${day})::integer] >= ${end})`;

const lengthRules = ({ start, end }: Pick<RangeInSql, 'start' | 'end'>): readonly Rule<LengthRule>[] => [
  ['too-short', sql<boolean>`${end} - ${start} >= room.min_slots`],
  ['too-long', sql<boolean>`${end} - ${start} <= room.max_slots`],
];

const roomRules = (range: RangeInSql): readonly Rule<RoomRule>[] => [
  ['room-archived', roomIsOnSite],
  ['hours-closed', isOpenFor(range)],
  ...lengthRules(range),
];

/** SQL: the rule about its length that a booking of the range breaks; null when it breaks none. */
export const brokenLengthRule = ({ start, end }: SlotRange): RawBuilder<LengthRule | null> =>
  firstBroken(lengthRules({ start: sql`${start}::integer`, end: sql`${end}::integer` }));

export const isLengthRule = (rule: BrokenRule): rule is LengthRule =>
  rule === 'too-short' || rule === 'too-long';

const bookableRoom = (roomId: RawBuilder<unknown>, range: RangeInSql): RawBuilder<unknown> =>
  sql`select from room where id = ${roomId} and ${allKept(roomRules(range))}`;

/** SQL: whether the room is on the site and open in the range. */
export const roomIsBookable = ({ roomId, ...range }: RoomRange): RawBuilder<boolean> =>
  sql<boolean>`exists (${bookableRoom(sql`${roomId}`, inSql(range))})`;

/** SQL: `roomIsBookable` for values in SQL. */
export const isBookableRoom = ({
  roomId,
  ...range
}: RangeInSql & { readonly roomId: RawBuilder<unknown> }): RawBuilder<boolean> =>
  sql<boolean>`exists (${bookableRoom(roomId, range)})`;

/** SQL: `roomIsBookable`, with the room's row locked against a change until the commit, as `lockRoomAsItIs` does. */
export const roomStaysBookable = ({ roomId, ...range }: RoomRange): RawBuilder<boolean> =>
  sql<boolean>`exists (${bookableRoom(sql`${roomId}`, inSql(range))} for key share)`;

/** SQL: `roomStaysBookable` for values in SQL; false when another transaction has locked the room for a change. */
export const unlockedRoomStaysBookable = ({
  roomId,
  ...range
}: RangeInSql & { readonly roomId: RawBuilder<unknown> }): RawBuilder<boolean> =>
  sql<boolean>`exists (${bookableRoom(roomId, range)} for key share skip locked)`;

/** SQL: the first rule that a booking of the range breaks; null when it is allowed. */
export const firstBrokenRule = (range: DayRange): RawBuilder<BrokenRule | null> =>
  firstBroken<BrokenRule>([...accountRules, ...roomRules(inSql(range))]);

/** SQL: whether the booking of the alias `dated` breaks no rule about its account and room. */
export const breaksNoRule: RawBuilder<boolean> = sql<boolean>`
  exists (select from app_user where app_user.id = dated.user_id and ${accountMayBook})
  and exists (select from room where room.id = dated.room_id and ${allKept(
    roomRules({ day: sql`dated.day`, start: sql`dated.start_slot`, end: sql`dated.end_slot` }),
  )})`;

/**
 * Waits for a change of the room that is in progress. Later changes wait for this transaction, because they lock the room's row
 * for an update.
 */
export const lockRoomAsItIs = (tx: Tx, roomId: number): Promise<unknown> =>
  tx.selectFrom('room').select('id').where('id', '=', roomId).forKeyShare().execute();

/** A room, day and slot range of a user. */
export interface UserRange extends RoomRange {
  readonly userId: string;
}

/**
 * The rule that a booking of the range would break now; null when it is allowed. An unknown room counts as archived. The caller
 * has locked the user's row.
 */
export async function brokenRule(tx: Tx, range: UserRange): Promise<BrokenRule | null> {
  await lockRoomAsItIs(tx, range.roomId);
  const found = await tx
    .selectFrom('app_user')
    .innerJoin('room', (join) => join.on('room.id', '=', range.roomId))
    .select(firstBrokenRule(range).as('broken'))
    .where('app_user.id', '=', range.userId)
    .executeTakeFirst();
  return found ? found.broken : 'room-archived';
}

/** The rule that an account breaks, whatever it books. The caller has locked the account's row. */
export async function brokenRuleOfAccount(tx: Tx, userId: string): Promise<AccountRule | null> {
  const { broken } = await tx
    .selectFrom('app_user')
    .select(brokenAccountRule.as('broken'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return broken;
}

export type PointsRule = 'not-a-member' | 'not-enough-points';

/**
 * SQL: the half-points with which the account can pay: all for a member. The trigger that records a use takes the points from the
 * same part of the balance (decision 0041).
 */
export const spendableHalfPoints: RawBuilder<number> = sql<number>`
  case when app_user.is_member then app_user.half_points else app_user.own_half_points end`;

const pointsRules = (halfPoints: RawBuilder<unknown>): readonly Rule<PointsRule>[] => [
  ['not-a-member', sql<boolean>`(app_user.is_member or app_user.own_half_points > 0)`],
  ['not-enough-points', sql<boolean>`${spendableHalfPoints} >= ${halfPoints}`],
];

/** SQL: whether the account can pay with this many half-points. */
export const hasPoints = (halfPoints: number): RawBuilder<boolean> =>
  hasPointsFor(sql`${halfPoints}::integer`);

/** SQL: `hasPoints` for a value in SQL. */
export const hasPointsFor = (halfPoints: RawBuilder<unknown>): RawBuilder<boolean> =>
  allKept(pointsRules(halfPoints));

/** The rule that a payment with points breaks. The caller has locked the account's row. */
export async function brokenPointsRule(
  tx: Tx,
  userId: string,
  halfPoints: number,
): Promise<PointsRule | null> {
  const { broken } = await tx
    .selectFrom('app_user')
    .select(firstBroken(pointsRules(sql`${halfPoints}::integer`)).as('broken'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return broken;
}
