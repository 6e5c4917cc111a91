import { sql } from 'kysely';
import type { LinkDetails, LinkedAccount } from '../../../contract/account/links.ts';
import { accountKind } from '../../../domain/account/accountIdentity.ts';
import { dateAt, startedSlots } from '../../../domain/time/calendar.ts';
import { emailKey } from '../../../domain/account/email.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../session/accessTokens.ts';
import type { AccountDeps } from './deps.ts';
import type { UsableLink } from './links.ts';
import { holdsAnything } from './releaseAddress.ts';
import { userByEmail, userById, type User } from '../users.ts';

type Deps = Pick<AccountDeps, 'database' | 'links' | 'now'>;

/** Confirmed or held, and not ended. A series counts each of its dates. */
async function bookingsAhead(database: Database, userId: string, now: EpochMs): Promise<number> {
  const today = dateAt(now);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from booking
    where user_id = ${userId} and moves_booking_id is null
      and (status = 'held' and hold_expires_at > ${new Date(now)}
        or status = 'confirmed' and (day > ${today}::date or day = ${today}::date and end_slot > ${startedSlots(today, now)}))`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

const linkedAccount = async ({ database, now }: Deps, user: User): Promise<LinkedAccount> => ({
  kind: accountKind(user),
  first_name: user.first_name,
  since: user.created_at.toISOString(),
  bookings: await bookingsAhead(database, user.id, now()),
  holds_anything: await holdsAnything(database, user.id),
});

/** Whether a link is for the current address of an account, not for a new one. */
export const isForAddressOf = (user: Pick<User, 'email'>, link: Pick<UsableLink, 'email'>): boolean =>
  emailKey(user.email) === emailKey(link.email);

export const linkDetailsOf = async (
  deps: Deps,
  action: LinkDetails['action'],
  { email, device }: Pick<UsableLink, 'email' | 'device'>,
  user: User | undefined,
  caller: SignedInUser | null,
): Promise<LinkDetails> => ({
  action,
  email,
  account: user === undefined ? null : await linkedAccount(deps, user),
  device,
  is_own: user !== undefined && caller?.id === user.id,
});

/**
 * The action of a token's link and the account that it is about, without using the link. Undefined when the token is unknown,
 * used, replaced or expired, or when its account is closed. `caller`: the signed-in user of the browser.
 */
export async function readLink(
  deps: Deps,
  token: string,
  caller: SignedInUser | null,
): Promise<LinkDetails | undefined> {
  const { database, links } = deps;
  const reset = await links.find('reset', token);
  if (reset) {
    const user = reset.user_id === null ? undefined : await userById(database, reset.user_id);
    return linkDetailsOf(deps, 'reset', reset, user, caller);
  }
  const link = await links.find('confirm-address', token);
  if (!link) return undefined;
  if (link.registration !== null) {
    const earlier = await userByEmail(database, link.email);
    return linkDetailsOf(deps, 'register', link, earlier, caller);
  }
  const user = link.user_id === null ? undefined : await userById(database, link.user_id);
  if (user === undefined || accountKind(user) === 'closed') return undefined;
  return linkDetailsOf(deps, isForAddressOf(user, link) ? 'confirm' : 'change', link, user, caller);
}
