import type { LinkDetails } from '../../contract/links.ts';
import { emailKey } from '../../domain/email.ts';
import { revokeFeed } from '../calendar/feeds.ts';
import { inviteNewAddress } from '../calendar/entries.ts';
import type { PendingRegistration, Tx } from '../database/schema.ts';
import { inTransaction, retryWhenTaken } from '../database/transaction.ts';
import { queueLetter } from '../letters/outbox.ts';
import type { AccountDeps } from './deps.ts';
import type { UsableLink } from './links.ts';
import { releaseAddress } from './releaseAddress.ts';
import { addUser, lockUser, lockUserByEmail } from './users.ts';

type Deps = Pick<AccountDeps, 'database' | 'sessions' | 'links' | 'now'>;

const sendWelcome = (tx: Tx, { now }: Pick<Deps, 'now'>, userId: string) =>
  queueLetter(tx, { kind: 'welcome', key: userId, to: { userId }, payload: {}, now: now() });

/**
 * Makes an address available to its proven owner by removing it from an account that was never confirmed. False when a
 * confirmed account has the address.
 */
async function makeAddressAvailable(tx: Tx, deps: Deps, email: string): Promise<boolean> {
  const owner = await lockUserByEmail(tx, email);
  if (owner === undefined) return true;
  if (owner.email_confirmed_at !== null) return false;
  await releaseAddress(tx, deps, owner);
  return true;
}

async function completeRegistration(
  tx: Tx,
  deps: Deps,
  email: string,
  registration: PendingRegistration,
): Promise<LinkDetails | null> {
  if (!(await makeAddressAvailable(tx, deps, email))) return null;
  const userId = await addUser(tx, {
    ...registration,
    email,
    email_confirmed_at: new Date(deps.now()),
  });
  if (userId === undefined) return null;
  await sendWelcome(tx, deps, userId);
  return { action: 'register', email };
}

/** Confirms the present address of a user, or changes the address to the new one that the link was sent to. */
async function confirmUserAddress(
  tx: Tx,
  deps: Deps,
  { email, user_id }: UsableLink & { user_id: string },
): Promise<LinkDetails | null> {
  const confirmed = { email_confirmed_at: new Date(deps.now()) };
  const user = await lockUser(tx, user_id);
  if (!user || user.closed_at !== null) return null;
  if (emailKey(user.email) === emailKey(email)) {
    await tx.updateTable('app_user').set(confirmed).where('id', '=', user.id).execute();
    await sendWelcome(tx, deps, user.id);
    return { action: 'confirm', email };
  }
  if (!(await makeAddressAvailable(tx, deps, email))) return null;
  await retryWhenTaken(
    tx
      .updateTable('app_user')
      .set({ email, ...confirmed })
      .where('id', '=', user.id)
      .execute(),
  );
  // Links that were sent to the old address must not work any more, and neither must a feed of another person who had it.
  await deps.links.revokeAll(tx, user.id);
  await revokeFeed(tx, user.id);
  await inviteNewAddress(tx, { userId: user.id, formerAddress: user.email, now: deps.now() });
  await queueLetter(tx, {
    kind: 'address-changed',
    key: `${user.id}:${deps.now()}`,
    to: { name: user.first_name, address: user.email },
    payload: {},
    now: deps.now(),
  });
  return { action: 'change', email };
}

/**
 * Uses a link that confirms an address (decision 0046). Null when the link is not valid, or when another account has
 * confirmed the address meanwhile. The link does not sign the user in.
 */
export const confirmAddress = (deps: Deps, token: string): Promise<LinkDetails | null> =>
  inTransaction(deps.database, async (tx) => {
    const link = await deps.links.use(tx, 'confirm-address', token);
    if (!link) return null;
    if (link.registration !== null) return completeRegistration(tx, deps, link.email, link.registration);
    return link.user_id === null ? null : confirmUserAddress(tx, deps, { ...link, user_id: link.user_id });
  });
