import {
  accountEffect,
  addressEffect,
  type AccountDoor,
  type AddressDoor,
} from '../../../domain/account/accountIdentity.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { sendFirstPassword } from './addressEmails.ts';
import type { AccountDeps } from './deps.ts';
import { releaseAddress } from './releaseAddress.ts';
import { addUser, lockUserByEmail, type User } from '../users.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
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
export function checkMayReceive(door: Extract<AccountDoor, 'membership' | 'points'>, user: User): void {
  if (accountEffect(door, user) !== 'give') throw unconfirmedAccount(user);
}

/** `checkMayReceive` for a door that finds the account by its address. */
export function checkMayReceiveAt(door: Extract<AddressDoor, 'walkIn' | 'role'>, user: User): void {
  if (addressEffect(door, user) !== 'give') throw unconfirmedAccount(user);
}

/** As the desk has entered the customer. `takes_address`: see `customerOf`. */
interface EnteredCustomer {
  readonly email: string;
  readonly first_name?: string | undefined;
  readonly phone?: string | undefined;
  readonly takes_address: boolean;
}

export interface CustomerDeps extends Pick<AccountDeps, 'sessions' | 'links' | 'now'> {
  /** Of a new account. The password itself is random and not stored. */
  readonly passwordHash: string;
}

export interface Customer extends Pick<User, 'id'> {
  /** Caused by making the account, for the audit. */
  readonly changes: readonly AuditedChange[];
}

/**
 * The account with the customer's address, which gets what the desk sells. Without one it makes an account, whose customer gets
 * an email with a link for the first password. Throws 409 'email-unconfirmed' for an account that somebody registered and never
 * confirmed, unless `takes_address`: then that account loses the address, and a new one is made for the customer. Throws 404 when
 * an account has to be made and the name or the phone number is missing.
 */
export async function customerOf(
  tx: Tx,
  door: Extract<AddressDoor, 'sale' | 'paymentLink'>,
  { email, first_name, phone, takes_address }: EnteredCustomer,
  { passwordHash, ...deps }: CustomerDeps,
): Promise<Customer> {
  const user = await lockUserByEmail(tx, email);
  const effect = addressEffect(door, user);
  if (user !== undefined && effect === 'give') return { id: user.id, changes: [] };
  if (user !== undefined && !takes_address) throw unconfirmedAccount(user);
  if (first_name === undefined || phone === undefined) {
    throw new ApiError('not-found', 'There is no account with this address', {
      fields: { email: 'has no account: enter a name and a phone number to create one' },
    });
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
