import type { EarlierAccount, UsedLink } from '../../../contract/account/links.ts';
import {
  accountEffect,
  accountKind,
  addressEffect,
  shownAddress,
} from '../../../domain/account/accountIdentity.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { revokeFeed } from '../../calendar/feeds.ts';
import { inviteNewAddress } from '../../calendar/entries.ts';
import type { PendingRegistration, Tx } from '../../platform/database/schema.ts';
import { inTransaction, retryWhenTaken } from '../../platform/database/transaction.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import type { SignedInUser } from '../session/accessTokens.ts';
import type { AccountDeps } from './deps.ts';
import { handOver } from './handOver.ts';
import { isForAddressOf } from './linkedAccount.ts';
import type { UsableLink } from './links.ts';
import { holdsAnything, releaseAddress } from './releaseAddress.ts';
import { addUser, lockUser, lockUserByEmail, type User } from '../users.ts';

type Deps = Pick<AccountDeps, 'database' | 'sessions' | 'links' | 'now'>;

/**
 * What shows that the person who uses a link is the one who requested it: a live session of the account, or a password, which
 * has been compared with `checkedHash`.
 */
export type LinkProof = { readonly session: SignedInUser } | { readonly checkedHash: string };

/** Queues the email about an account that its owner has just got, once. */
export const sendWelcome = (tx: Tx, { now }: Pick<Deps, 'now'>, userId: string) =>
  queueEmail(tx, { kind: 'welcome', key: userId, to: { userId }, payload: {}, now: now() });

/** The address has an earlier account with bookings or money, and its user has not chosen yet. */
const earlierAccount = (): ApiError =>
  new ApiError(
    'earlier-account',
    'An earlier account of this address has bookings: say whether they are yours',
    {
      fields: { earlier: 'must be chosen' },
    },
  );

async function addConfirmedUser(
  tx: Tx,
  deps: Deps,
  email: string,
  registration: PendingRegistration,
): Promise<boolean> {
  const userId = await addUser(tx, {
    ...registration,
    email,
    email_confirmed_at: new Date(deps.now()),
  });
  if (userId === undefined) return false;
  await sendWelcome(tx, deps, userId);
  return true;
}

async function completeRegistration(
  tx: Tx,
  deps: Deps,
  { email, registration }: UsableLink & { registration: PendingRegistration },
  earlier: EarlierAccount | undefined,
): Promise<UsedLink | null> {
  const owner = await lockUserByEmail(tx, email);
  const done = { action: 'register', email } as const;
  const effect = addressEffect('finishRegistration', owner);
  if (owner === undefined || effect === 'make') {
    return (await addConfirmedUser(tx, deps, email, registration)) ? done : null;
  }
  if (effect === 'refuse') return null;
  const choice = effect === 'hand-over' ? 'keep' : earlier;
  if (choice === undefined && (await holdsAnything(tx, owner.id))) throw earlierAccount();
  if (choice === 'keep') {
    await handOver(tx, deps, owner, registration);
    await sendWelcome(tx, deps, owner.id);
    return done;
  }
  await releaseAddress(tx, deps, owner);
  return (await addConfirmedUser(tx, deps, email, registration)) ? done : null;
}

/** Confirms the current address of a user. Other sessions end, unless the password was given: they were started with it too. */
export async function confirmPresentAddress(tx: Tx, deps: Deps, user: User, proof: LinkProof): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ email_confirmed_at: new Date(deps.now()) })
    .where('id', '=', user.id)
    .execute();
  if ('session' in proof) await deps.sessions.revokeAll(tx, user.id, proof.session.sessionId ?? undefined);
  await sendWelcome(tx, deps, user.id);
}

/** Moves a user to the new address of a link. False, with nothing changed, when the address has an account with an owner. */
async function moveToAddress(tx: Tx, deps: Deps, user: User, email: string): Promise<boolean> {
  const owner = await lockUserByEmail(tx, email);
  const effect = addressEffect('moveAddress', owner);
  if (effect === 'refuse') return false;
  if (owner !== undefined && effect === 'release') await releaseAddress(tx, deps, owner);
  await retryWhenTaken(
    tx
      .updateTable('app_user')
      .set({ email, email_confirmed_at: new Date(deps.now()), released_email: null })
      .where('id', '=', user.id)
      .execute(),
  );
  // Links that were sent to the old address must not work any more, and neither must a feed of another person who had it.
  await deps.links.revokeAll(tx, user.id);
  await revokeFeed(tx, user.id);
  const formerAddress = shownAddress(user) === '' ? null : user.email;
  await inviteNewAddress(tx, { userId: user.id, formerAddress, now: deps.now() });
  if (shownAddress(user) === '') return true;
  await queueEmail(tx, {
    kind: 'address-changed',
    key: `${user.id}:${deps.now()}`,
    to: { name: user.first_name, address: user.email },
    payload: {},
    now: deps.now(),
  });
  return true;
}

/** Confirms the current address of a user, or changes the address to the new one that the link was sent to. */
async function confirmUserAddress(
  tx: Tx,
  deps: Deps,
  { email, user_id }: Pick<UsableLink, 'email'> & { user_id: string },
  proof: LinkProof,
): Promise<UsedLink | null> {
  const user = await lockUser(tx, user_id);
  if (!user || accountKind(user) === 'closed') return null;
  const isProven =
    'session' in proof ? proof.session.id === user.id : proof.checkedHash === user.password_hash;
  if (!isProven) return null;
  if (!isForAddressOf(user, { email })) {
    return (await moveToAddress(tx, deps, user, email)) ? { action: 'change', email } : null;
  }
  if (accountEffect('confirm', user) === 'refuse') return null;
  await confirmPresentAddress(tx, deps, user, proof);
  return { action: 'confirm', email };
}

/**
 * Uses a link that confirms an address. Null when the link is not valid, when another account has confirmed the
 * address meanwhile, or when the proof is not of the link's account. Throws 409 'earlier-account', with the link still usable,
 * for a registration whose user has to choose. The link does not sign the user in.
 */
export const confirmAddress = (
  deps: Deps,
  token: string,
  proof: LinkProof,
  earlier?: EarlierAccount,
): Promise<UsedLink | null> =>
  inTransaction(deps.database, async (tx) => {
    const link = await deps.links.use(tx, 'confirm-address', token);
    if (!link) return null;
    const { registration, user_id } = link;
    if (registration !== null) return completeRegistration(tx, deps, { ...link, registration }, earlier);
    return user_id === null ? null : confirmUserAddress(tx, deps, { ...link, user_id }, proof);
  });

/**
 * Hands an account over to the owner of its address, who did not make it but wants it: by the link of the email that asks, and a
 * new password. Null when the link is not valid or asks something else. `passwordHash`: of the new password.
 */
export const claimAccount = (deps: Deps, token: string, passwordHash: string): Promise<UsedLink | null> =>
  inTransaction(deps.database, async (tx) => {
    const link = await deps.links.use(tx, 'confirm-address', token);
    const user = link?.user_id == null ? undefined : await lockUser(tx, link.user_id);
    if (!link || !user || !isForAddressOf(user, link)) return null;
    if (accountEffect('claim', user) === 'refuse') return null;
    await handOver(tx, deps, user, { password_hash: passwordHash });
    await sendWelcome(tx, deps, user.id);
    return { action: 'confirm', email: link.email };
  });

/**
 * "This was not me": ends the link. An unproven account that the link would have confirmed loses the address; nothing else
 * changes. Null when the link is not valid.
 */
export const disown = (deps: Deps, token: string): Promise<UsedLink | null> =>
  inTransaction(deps.database, async (tx) => {
    const reset = await deps.links.use(tx, 'reset', token);
    if (reset) return { action: 'reset', email: reset.email };
    const link = await deps.links.use(tx, 'confirm-address', token);
    if (!link) return null;
    const { email } = link;
    if (link.registration !== null) return { action: 'register', email };
    const user = link.user_id === null ? undefined : await lockUser(tx, link.user_id);
    if (!user || !isForAddressOf(user, link)) return { action: 'change', email };
    if (accountEffect('disown', user) === 'release') await releaseAddress(tx, deps, user);
    return { action: 'confirm', email };
  });
