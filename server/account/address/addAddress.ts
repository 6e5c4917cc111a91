import type { AddAddressRequest } from '../../../contract/desk/people.ts';
import { accountEffect } from '../../../domain/account/accountIdentity.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import type { AuditedResult } from '../../audit/staffChange.ts';
import { inviteNewAddress } from '../../calendar/entries.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { retryWhenTaken } from '../../platform/database/transaction.ts';
import { lockUserByEmail } from '../users.ts';
import { sendFirstPassword } from './addressEmails.ts';
import type { AccountDeps } from './deps.ts';
import { lockChosen } from './givenAccount.ts';

/**
 * Gives an account that has only a phone number an address: from then on it is like any other account of the desk. Its customer gets
 * the email with the link for the first password, and the entries of the coming bookings for the calendar. Throws 409 for an account
 * that has an address, and 409 'email-taken' for an address that has an account: no booking moves between accounts.
 */
export async function addAddress(
  tx: Tx,
  { user_id: userId, email }: AddAddressRequest,
  deps: Pick<AccountDeps, 'links' | 'now'>,
): Promise<AuditedResult<null>> {
  const user = await lockChosen(tx, userId);
  if (accountEffect('addAddress', user) !== 'give')
    throw new ApiError('changed-meanwhile', 'This account has an address already');
  const owner = await lockUserByEmail(tx, email);
  if (owner !== undefined) {
    const name = fullName(owner.first_name, owner.last_name);
    const problem = `${name} has an account with this address. Sell to that account from now on; the earlier bookings stay here`;
    throw new ApiError('email-taken', problem, { fields: { email: problem } });
  }
  await retryWhenTaken(tx.updateTable('app_user').set({ email }).where('id', '=', userId).execute());
  await sendFirstPassword(tx, deps, { id: userId, email });
  await inviteNewAddress(tx, { userId, formerAddress: null, now: deps.now() });
  const change = {
    action: 'address added',
    subject: 'account',
    subjectId: userId,
    was: { address: 'phone-only' },
    became: { address: 'desk-made' },
  } as const;
  return { result: null, changes: [change] };
}
