import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { networkOf } from '../../platform/http/networkOf.ts';

const DAY_MS = 86_400_000;
/** A network stays known for this long after it was last used. */
const KNOWN_MS = 30 * DAY_MS;
/** Old rows that one new network deletes. */
const PURGE_LIMIT = 100;

/** For whom a network is known: for the account, or for any account. */
export interface Knowledge {
  readonly account: boolean;
  readonly house: boolean;
}

/**
 * The networks from which accounts were used, so that strangers' guesses do not lock their owners out (decision 0019). All
 * servers share them, and they outlive a restart. Only keyed hashes are stored, so a copy of the database names no network.
 */
export interface KnownNetworks {
  /** For whom the network of an address is known. `userId`: null for an unknown email address. */
  find(userId: string | null, ip: string): Promise<Knowledge>;
  /** Whether the account has verified its second factor in the network of an address. */
  hasVerifiedFactor(tx: Tx, userId: string, ip: string): Promise<boolean>;
  /** Remembers the network of an address. `factor`: the second factor was verified in it. */
  remember(database: Database | Tx, userId: string, ip: string, factor?: boolean): Promise<void>;
  /** Deletes the networks of an account. */
  forget(tx: Tx, userId: string): Promise<void>;
  keyOf(network: string): string;
}

export function createKnownNetworks(
  database: Database,
  { refreshTokenSecret }: Pick<Config, 'refreshTokenSecret'>,
  now: () => EpochMs,
): KnownNetworks {
  const keyOf = (network: string): string =>
    createHmac('sha256', refreshTokenSecret).update(`network:${network}`).digest('base64url');
  const since = () => new Date(now() - KNOWN_MS);

  return {
    keyOf,

    async find(userId, ip) {
      const { rows } =
        await sql<Knowledge>`select coalesce(bool_or(user_id = ${userId}::uuid), false) as account,
        count(*) > 0 as house
        from known_network where network = ${keyOf(networkOf(ip))} and seen_at > ${since()}`.execute(
          database,
        );
      return rows[0] ?? { account: false, house: false };
    },

    async hasVerifiedFactor(tx, userId, ip) {
      const known = await tx
        .selectFrom('known_network')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('network', '=', keyOf(networkOf(ip)))
        .where('factor_at', '>', since())
        .executeTakeFirst();
      return known !== undefined;
    },

    async remember(source, userId, ip, factor = false) {
      const at = new Date(now());
      await sql`delete from known_network where (user_id, network) in (
        select user_id, network from known_network where seen_at < ${since()}
        limit ${PURGE_LIMIT} for update skip locked)`.execute(source);
      // A network in use is written once a day.
      await sql`insert into known_network (user_id, network, seen_at, factor_at)
        values (${userId}, ${keyOf(networkOf(ip))}, ${at}, ${factor ? at : null})
        on conflict (user_id, network) do update
          set seen_at = excluded.seen_at, factor_at = coalesce(excluded.factor_at, known_network.factor_at)
          where known_network.seen_at < ${new Date(now() - DAY_MS)} or excluded.factor_at is not null`.execute(
        source,
      );
    },

    async forget(tx, userId) {
      await tx.deleteFrom('known_network').where('user_id', '=', userId).execute();
    },
  };
}
