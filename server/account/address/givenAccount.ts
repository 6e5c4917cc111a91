import { randomUUID } from 'node:crypto';
import {
  accountEffect,
  accountKind,
  addressEffect,
  placeholderAddress,
  shownAddress,
  type AccountDoor,
  type AddressDoor,
} from '../../../domain/account/accountIdentity.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { sendFirstPassword } from './addressEmails.ts';
import type { AccountDeps } from './deps.ts';
import { releaseAddress } from './releaseAddress.ts';
import { addUser, lockUser, lockUserByEmail, usersByPhone, type User } from '../users.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { lockNamed } from '../../platform/database/transaction.ts';
import type { AuditedChange } from '../../audit/staffChange.ts';

/* To whom the desk gives something (decision 0005): nothing goes to an account whose address nobody has proven. */

type Named = Pick<User, 'id' | 'first_name' | 'last_name' | 'created_at'>;

/** 409: the address of the account is not confirmed. The error names the account, so that the desk can decide. */
export const unconfirmedAccount = (user: Named): ApiError =>
  new ApiError(
    'email-unconfirmed',
    'The address of this account is not confirmed: it may belong to somebody else',
    {
      account: {
        user_id: user.id,
        name: fullName(user.first_name, user.last_name),
        since: user.created_at.toISOString(),
      },
    },
  );

/** Throws 409 'email-unconfirmed' when a door of the desk gives nothing to this account. */
export function checkMayReceive(
  door: Extract<AccountDoor, 'membership' | 'points' | 'sell'>,
  user: User,
): void {
  if (accountEffect(door, user) !== 'give') throw unconfirmedAccount(user);
}

/** `checkMayReceive` for a door that finds the account by its address. */
export function checkMayReceiveAt(
  door: Extract<AddressDoor, 'walkIn' | 'role' | 'company'>,
  user: User,
): void {
  if (addressEffect(door, user) !== 'give') throw unconfirmedAccount(user);
}

/** 409: a customer has the phone number of the new one. The error names the customer, so that the desk can decide. */
const phoneKnown = (user: User): ApiError => {
  const name = fullName(user.first_name, user.last_name);
  return new ApiError('phone-known', `${name} has this phone number`, {
    account: {
      user_id: user.id,
      name,
      since: user.created_at.toISOString(),
      email: shownAddress(user),
    },
  });
};

const noSuchAccount = (message: string, field: string): ApiError =>
  new ApiError('not-found', message, { fields: { email: field } });

/** As the desk has entered the customer. `takes_address` and `is_other_person`: see `customerOf`. */
interface EnteredCustomer {
  readonly user_id?: string | undefined;
  readonly email?: string | undefined;
  readonly first_name?: string | undefined;
  readonly phone?: string | undefined;
  readonly takes_address: boolean;
  readonly is_other_person: boolean;
}

export interface CustomerDeps extends Pick<AccountDeps, 'sessions' | 'links' | 'now'> {
  /** Of a new account. The password itself is random and not stored. */
  readonly passwordHash: string;
}

export interface Customer extends Pick<User, 'id'> {
  /** Caused by making the account, for the audit. */
  readonly changes: readonly AuditedChange[];
}

/** The account that the desk has chosen, locked. Throws 404 for an unknown or closed one. */
export async function lockChosen(tx: Tx, userId: string): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user === undefined || user.closed_at !== null)
    throw noSuchAccount('There is no such account', 'has no account any more');
  return user;
}

const normalName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The account of a customer without an address: the one with the phone number, or a new one. A number is no proof, so an account
 * with an address is only named, also to somebody of another name: nobody gets another person's bookings by a number. Throws 409
 * 'phone-known'. `is_other_person`: the customer has the number of an account with an address, but is somebody else.
 */
async function customerByPhone(
  tx: Tx,
  { first_name, phone, is_other_person }: { first_name: string; phone: string; is_other_person: boolean },
  passwordHash: string,
): Promise<Customer> {
  await lockNamed(tx, `phone ${phone}`);
  const sameNumber = await usersByPhone(tx, phone);
  const phoneOnly = sameNumber.find((user) => accountKind(user) === 'phone-only');
  if (phoneOnly && normalName(fullName(phoneOnly.first_name, phoneOnly.last_name)) === normalName(first_name))
    return { id: (await lockChosen(tx, phoneOnly.id)).id, changes: [] };
  const isReceiver = (user: User) => accountEffect('sell', user) === 'give';
  const known = phoneOnly ?? (is_other_person ? undefined : sameNumber.find(isReceiver));
  if (known) throw phoneKnown(known);
  const id = randomUUID();
  const email = placeholderAddress(id);
  const added = { id, email, first_name, phone, password_hash: passwordHash, made_by: 'desk' } as const;
  if ((await addUser(tx, added)) === undefined)
    throw new ApiError('changed-meanwhile', 'An account with this phone number has just been created');
  return { id, changes: [] };
}

/**
 * The account that the desk has chosen, or that has the customer's address, which gets what the desk sells. Without one it makes an
 * account, whose customer gets an email with a link for the first password; without an address, as `customerByPhone`. Throws 409
 * 'email-unconfirmed' for an account that somebody registered and never confirmed, unless `takes_address`: then that account loses
 * the address, and a new one is made for the customer. Throws 404 when an account has to be made and the name or the phone number
 * is missing.
 */
export async function customerOf(
  tx: Tx,
  door: Extract<AddressDoor, 'sale' | 'paymentLink'>,
  entered: EnteredCustomer,
  { passwordHash, ...deps }: CustomerDeps,
): Promise<Customer> {
  const { user_id, first_name, phone, takes_address, is_other_person } = entered;
  const chosen = user_id === undefined ? undefined : await lockChosen(tx, user_id);
  if (chosen && accountEffect('sell', chosen) === 'give') return { id: chosen.id, changes: [] };
  if (chosen && accountEffect('sell', chosen) === 'refuse') throw unconfirmedAccount(chosen);
  const email = chosen?.email ?? entered.email;
  if (email === undefined) {
    if (first_name === undefined || phone === undefined)
      throw noSuchAccount('There is no account without an address', 'must not be empty');
    return customerByPhone(tx, { first_name, phone, is_other_person }, passwordHash);
  }
  const user = await lockUserByEmail(tx, email);
  const effect = addressEffect(door, user);
  if (user !== undefined && effect === 'give') return { id: user.id, changes: [] };
  if (user !== undefined && !takes_address) throw unconfirmedAccount(user);
  if (first_name === undefined || phone === undefined) {
    throw noSuchAccount(
      'There is no account with this address',
      'has no account: enter a name and a phone number to create one',
    );
  }
  const changes: AuditedChange[] = [];
  if (user !== undefined) {
    const became = await releaseAddress(tx, deps, user);
    changes.push({
      action: 'address taken from an account',
      subject: 'account',
      subjectId: user.id,
      was: { address: 'unproven' },
      became: { address: became },
    });
  }
  const id = await addUser(tx, { email, first_name, phone, password_hash: passwordHash, made_by: 'desk' });
  if (id === undefined)
    throw new ApiError('changed-meanwhile', 'An account with this address has just been created');
  await sendFirstPassword(tx, deps, { id, email });
  return { id, changes };
}
