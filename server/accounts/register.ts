import { randomUUID } from 'node:crypto';
import type { RegisterRequest } from '../../contract/registration.ts';
import type { PendingRegistration, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/outbox.ts';
import { sendAlreadyRegistered, sendConfirmation } from './addressLetters.ts';
import type { AccountDeps } from './deps.ts';
import { hashNewPassword } from './newPassword.ts';
import type { NewSession } from './sessions.ts';
import { addUser, userByEmail } from './users.ts';

type Deps = Pick<AccountDeps, 'database' | 'links' | 'sessions' | 'now'>;

/**
 * The result of a registration. 'registered': the account exists and is signed in. 'taken': the address has an account.
 * 'unconfirmed': the account of the address was never confirmed; the new registration replaces it when the link in a letter
 * to the address is opened (decision 0046).
 */
export type RegistrationResult =
  | { readonly kind: 'registered'; readonly userId: string; readonly session: NewSession }
  | { readonly kind: 'taken' }
  | { readonly kind: 'unconfirmed' };

/** Stores a registration until its address is confirmed, and queues the letter with the link that confirms it. */
async function savePendingRegistration(
  tx: Tx,
  { links, now }: Deps,
  email: string,
  registration: PendingRegistration,
): Promise<void> {
  const link = await links.create(tx, {
    purpose: 'confirm-address',
    // A random subject instead of the address, so that another person's registration does not replace the owner's link.
    subject: randomUUID(),
    userId: null,
    email,
    registration,
  });
  if (link === null) return;
  await queueLetter(tx, {
    kind: 'confirm-address',
    key: link.id,
    to: { name: registration.first_name, address: email },
    payload: { request_id: link.id },
    now: now(),
    until: link.expiresAt,
  });
}

/** Registers a user and queues the letter about it (spec 4). `device`: see deviceName. */
export async function register(
  deps: Deps,
  { email, password, ...person }: RegisterRequest,
  device: string | null,
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
  return inTransaction(deps.database, async (tx): Promise<RegistrationResult> => {
    const userId = await addUser(tx, { email, ...details, password_is_weak: false });
    if (userId !== undefined) {
      await sendConfirmation(tx, deps, { id: userId, first_name: details.first_name }, email);
      return {
        kind: 'registered',
        userId,
        session: await deps.sessions.beginInTransaction(tx, userId, device),
      };
    }
    const owner = await userByEmail(tx, email);
    if (owner === undefined || owner.email_confirmed_at !== null) {
      if (owner) await sendAlreadyRegistered(tx, deps, owner);
      return { kind: 'taken' };
    }
    await savePendingRegistration(tx, deps, email, details);
    return { kind: 'unconfirmed' };
  });
}
