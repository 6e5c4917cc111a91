import type { FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { MAX_UNPAID_SLOTS_PER_DAY, UNPAID_TRIES_PER_DAY } from '../../domain/bookings/holds.ts';
import { addDays, dateAt, instantOf } from '../../domain/time/calendar.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { siteOf } from '../platform/http/networkOf.ts';
import type { UnpaidLimits } from '../platform/config/config.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { allKept, firstBroken, type Rule } from '../rules/bookingRules.ts';

/*
 * The limit on unpaid times (decision 0020). A new customer has no paid booking and is not a member. It limits the slots that a
 * new customer and all new customers of a network hold at once, and the slots that they and any other customer hold without
 * paying on one day, of holds that have ended too. A booking that is paid no longer counts. The business's own holds (payment links
 * and offers of the waiting list) have no `held_from` and do not count.
 */

/** For what makes a hold. */
export interface HoldDeps extends PaymentDeps {
  readonly unpaidLimits: UnpaidLimits;
}

/** The signed-in user who requests a hold, and the network of the request. */
export interface Requester {
  readonly id: string;
  readonly network: string;
}

export const requesterOf = ({ user, ip }: FastifyRequest): Requester => ({
  id: user.id,
  network: siteOf(ip),
});

/** Limits per day are for the calendar day (IST). Holds of the previous evening may still be live. */
const LONGEST_HOLD_MS = 3_600_000;

const startOfDay = (now: EpochMs): number => instantOf(dateAt(now), 0);

const isUnpaid = sql<boolean>`held_from is not null
  and status in ('held', 'moving', 'expired', ${sql.lit(bookingCodes.released)}, 'not_moved')`;

/** SQL: the slots that the selected holds have now, without those of `replaced`, and those that they had today. */
const heldSlots = (now: EpochMs, replaced: readonly string[] = []) => ({
  now: sql<number>`coalesce(sum(end_slot - start_slot) filter (where status in ('held', 'moving')
    and hold_expires_at > ${new Date(now)}::timestamptz and id <> all (${replaced}::uuid[])), 0)::integer`,
  today: sql<number>`coalesce(sum(end_slot - start_slot) filter (where
    created_at >= ${new Date(startOfDay(now))}::timestamptz), 0)::integer`,
});

const recent = (now: EpochMs) =>
  sql`created_at >= ${new Date(Math.min(startOfDay(now), now - LONGEST_HOLD_MS))}::timestamptz`;

const ofUser = (userId: string, now: EpochMs) =>
  sql`user_id = ${userId}::uuid and ${isUnpaid} and ${recent(now)}`;
const ofNetwork = (network: string, now: EpochMs) =>
  sql`held_from = ${network} and by_new_customer and ${isUnpaid} and ${recent(now)}`;

/** SQL: whether a user is not a member and has no paid booking. */
const isNewCustomer = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from booking where user_id = ${userId}::uuid and status = 'confirmed')
  and not exists (select from app_user where id = ${userId}::uuid and is_member))`;

/** Columns that say where a hold comes from. */
export const heldFromColumns = ({ id, network }: Requester) => ({
  held_from: network,
  by_new_customer: isNewCustomer(id),
});

/** A hold that is requested. `slots`: the number of its slots. */
interface RequestedHold {
  readonly requester: Requester;
  readonly slots: number;
  readonly limits: UnpaidLimits;
  readonly now: EpochMs;
}

/** The sums of the selected holds (`heldSlots`), and SQL whether their customer is new. */
interface HeldSlots {
  readonly held: ReturnType<typeof heldSlots>;
  readonly isNew: RawBuilder<unknown>;
}

type AccountLimit = 'account' | 'account a day';
type NetworkLimit = 'network' | 'network a day';

/** SQL for the holds of a customer (`ofUser`). */
const accountLimits = (
  { held, isNew }: HeldSlots,
  { slots, limits }: RequestedHold,
): readonly Rule<AccountLimit>[] => [
  ['account', sql<boolean>`(not ${isNew} or ${held.now} + ${slots} <= ${limits.account})`],
  [
    'account a day',
    sql<boolean>`${held.today} + ${slots} <= case when ${isNew} then ${limits.account * UNPAID_TRIES_PER_DAY}::integer
      else ${MAX_UNPAID_SLOTS_PER_DAY}::integer end`,
  ],
];

/** SQL for the holds of the new customers of a network (`ofNetwork`). */
const networkLimits = (
  { held, isNew }: HeldSlots,
  { slots, limits }: RequestedHold,
): readonly Rule<NetworkLimit>[] => [
  ['network', sql<boolean>`(not ${isNew} or ${held.now} + ${slots} <= ${limits.network})`],
  [
    'network a day',
    sql<boolean>`(not ${isNew} or ${held.today} + ${slots} <= ${limits.network * UNPAID_TRIES_PER_DAY})`,
  ],
];

/**
 * The parts of the statement for `bookIfFree` that check the limit in the same round trip. `ctes` lock the network of a new
 * customer, with a version like that of the user's row (`mayHold`), before the user's row is locked.
 */
export function unpaidLimitParts(hold: RequestedHold): {
  readonly ctes: RawBuilder<unknown>;
  readonly isWithin: RawBuilder<boolean>;
  readonly isNew: RawBuilder<boolean>;
} {
  const { requester, now } = hold;
  const { id, network } = requester;
  const sums: HeldSlots = { held: heldSlots(now), isNew: sql`is_new` };
  const ctes = sql`
    customer as materialized (select ${isNewCustomer(id)} as is_new),
    checked as materialized (
      select is_new, (select ${allKept(accountLimits(sums, hold))} from booking where ${ofUser(id, now)}) as is_within
      from customer
    ),
    network as (
      insert into hold_network (network, version, used_at)
      select ${network}, 1, ${new Date(now)}::timestamptz from checked
      where is_new and is_within
        and (select ${allKept(networkLimits(sums, hold))} from booking where ${ofNetwork(network, now)})
      on conflict (network) do update
        set version = hold_network.version + 1, used_at = excluded.used_at
        where hold_network.version = (select version from hold_network where network = ${network})
      returning network
    ),
    allowed as materialized (
      select is_new from checked where is_within and not is_new
      union all
      select true from network
    )`;
  return {
    ctes,
    isWithin: sql<boolean>`exists (select from allowed)`,
    isNew: sql<boolean>`(select is_new from customer)`,
  };
}

/** Locks the network of a new customer, in a transaction that may make a hold, before the user's row. */
export const lockNetwork = (tx: Tx, { id, network }: Requester, now: EpochMs): Promise<unknown> =>
  sql`
    insert into hold_network (network, version, used_at)
    select ${network}, 1, ${new Date(now)}::timestamptz where ${isNewCustomer(id)}
    on conflict (network) do update set version = hold_network.version + 1, used_at = excluded.used_at`.execute(
    tx,
  );

/**
 * Throws 409 'unpaid-limit' for a hold that exceeds the limit on unpaid times. `replaced`: the ids of the live holds that the
 * new one replaces; they count only for the day. The details name the limit that was reached.
 */
export async function checkUnpaidLimit(
  tx: Tx,
  hold: RequestedHold,
  replaced: readonly string[],
): Promise<void> {
  const { requester, limits, now } = hold;
  const { id, network } = requester;
  const sums: HeldSlots = { held: heldSlots(now, replaced), isNew: sql`is_new` };
  const { rows } = await sql<{ isNew: boolean; broken: AccountLimit | NetworkLimit | null }>`
    with customer as materialized (select ${isNewCustomer(id)} as is_new)
    select is_new as "isNew", coalesce(
      (select ${firstBroken(accountLimits(sums, hold))} from booking where ${ofUser(id, now)}),
      (select ${firstBroken(networkLimits(sums, hold))} from booking where ${ofNetwork(network, now)})
    ) as broken
    from customer`.execute(tx);
  const { isNew, broken } = rows[0] as (typeof rows)[number];
  if (broken === null) return;
  const tomorrow = new Date(instantOf(addDays(dateAt(now), 1), 0)).toISOString();
  if (broken === 'account') throw unpaidLimit('account', limits.account, null);
  if (broken === 'network') throw unpaidLimit('network', limits.network, null);
  if (broken === 'network a day')
    throw unpaidLimit('network', limits.network * UNPAID_TRIES_PER_DAY, tomorrow);
  const perDay = isNew ? limits.account * UNPAID_TRIES_PER_DAY : MAX_UNPAID_SLOTS_PER_DAY;
  throw unpaidLimit('account', perDay, tomorrow);
}

/** `until`: the end of a limit per day; null for a limit on the times that are held at once. */
const unpaidLimit = (of: 'account' | 'network', slots: number, until: string | null): ApiError =>
  new ApiError('unpaid-limit', 'Too many times are held without a payment', { unpaid: { of, slots, until } });
