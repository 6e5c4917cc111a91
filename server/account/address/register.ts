import { randomUUID } from 'node:crypto';
import type { RegisterRequest } from '../../../contract/account/registration.ts';
import { accountKind, addressEffect } from '../../../domain/account/accountIdentity.ts';
import type { PendingRegistration, Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import type { SignedInUser } from '../session/accessTokens.ts';
import { sendAlreadyRegistered, sendConfirmation } from './addressEmails.ts';
import type { AccountDeps } from './deps.ts';
import { hashNewPassword } from '../newPassword.ts';
import { passwordMatches } from '../passwords.ts';
import type { NewSession } from '../session/sessions.ts';
import { addUser, userByEmail, type User } from '../users.ts';

type Deps = Pick<AccountDeps, 'database' | 'links' | 'sessions' | 'now'>;

/**
 * The result of a registration. 'registered': the account exists and is signed in. 'taken': the address has an account.
 * 'unconfirmed': nobody has proved the address of its account yet; the link in an email to the address decides whose the account
 * is.
 */
export type RegistrationResult =
  | { readonly kind: 'registered'; readonly userId: string; readonly session: NewSession }
  | { readonly kind: 'taken' }
  | { readonly kind: 'unconfirmed' };

/** Its session, if it is signed in, and its device (see deviceName). */
export interface RegisteringBrowser {
  readonly caller: Pick<SignedInUser, 'id'> | null;
  readonly device: string | null;
}

/** Stores a registration until its address is confirmed, and queues the email with the link that confirms it. */
async function savePendingRegistration(
  tx: Tx,
  { links, now }: Deps,
  email: string,
  registration: PendingRegistration,
  device: string | null,
): Promise<void> {
  const link = await links.create(tx, {
    purpose: 'confirm-address',
    // A random subject instead of the address, so that another person's registration does not replace the owner's link.
    subject: randomUUID(),
    userId: null,
    email,
    device,
    registration,
  });
  if (link === null) return;
  await queueEmail(tx, {
    kind: 'confirm-address',
    key: link.id,
    to: { name: registration.first_name, address: email },
    payload: { request_id: link.id },
    now: now(),
    until: link.expiresAt,
  });
}

/**
 * The unproven account of an address, if it belongs to the person who registers now: the browser is signed in as it, or the
 * password is the same. The check is outside of the transaction, because it is slow.
 */
async function ownUnprovenAccount(
  { database }: Deps,
  { email, password }: Pick<RegisterRequest, 'email' | 'password'>,
  { caller }: RegisteringBrowser,
): Promise<User | null> {
  const user = await userByEmail(database, email);
  if (user === undefined || accountKind(user) !== 'unproven') return null;
  return caller?.id === user.id || (await passwordMatches(user.password_hash, password)) ? user : null;
}

/** Registers a user and queues the email about it (spec 4). */
export async function register(
  deps: Deps,
  { email, password, ...person }: RegisterRequest,
  browser: RegisteringBrowser,
): Promise<RegistrationResult> {
  const details: PendingRegistration = {
    password_hash: await hashNewPassword(password, 'password'),
    first_name: person.first_name,
    last_name: person.last_name ?? null,
    phone: person.phone,
    company_name: person.company_name ?? null,
    website: person.website ?? null,
    business_type: person.business_type ?? null,
  };
  const own = await ownUnprovenAccount(deps, { email, password }, browser);
  const { device } = browser;
  return inTransaction(deps.database, async (tx): Promise<RegistrationResult> => {
    const userId = await addUser(tx, { email, ...details, password_is_weak: false });
    if (userId !== undefined) {
      await sendConfirmation(tx, deps, { id: userId, first_name: details.first_name }, email, device);
      return {
        kind: 'registered',
        userId,
        session: await deps.sessions.beginInTransaction(tx, userId, device),
      };
    }
    const owner = await userByEmail(tx, email);
    // Without an owner the address was released meanwhile: the next try registers it.
    if (owner === undefined || addressEffect('register', owner) === 'inform') {
      if (owner) await sendAlreadyRegistered(tx, deps, owner);
      return { kind: 'taken' };
    }
    if (own?.id === owner.id && own.password_hash === owner.password_hash) {
      await sendConfirmation(tx, deps, owner, owner.email, device);
    } else {
      await savePendingRegistration(tx, deps, email, details, device);
    }
    return { kind: 'unconfirmed' };
  });
}
