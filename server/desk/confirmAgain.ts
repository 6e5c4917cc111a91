import { accountKind } from '../../domain/account/accountIdentity.ts';
import { sendConfirmation, sendFirstPassword } from '../account/address/addressEmails.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { lockAccount } from './membership.ts';
import type { AuditedResult } from '../audit/staffChange.ts';

/**
 * Sends the email again with which the user of an account confirms the address, or the customer of an account that the desk made
 * sets the first password. Throws 409 for an account that is confirmed already or has no address, 429 after several such emails,
 * and 404 for an unknown or closed account.
 */
export async function confirmAgain(
  tx: Tx,
  userId: string,
  deps: Pick<AccountDeps, 'links' | 'now'>,
): Promise<AuditedResult<null>> {
  const user = await lockAccount(tx, userId);
  const kind = accountKind(user);
  if (kind === 'proven') throw new ApiError('changed-meanwhile', 'This address is confirmed already');
  if (kind === 'lost-address') {
    throw new ApiError('no-recipient', 'This account has no address any more: call its user instead');
  }
  if (kind === 'phone-only') throw new ApiError('no-recipient', 'This account has no address: add one first');
  const isSent =
    kind === 'desk-made'
      ? await sendFirstPassword(tx, deps, user)
      : await sendConfirmation(tx, deps, user, user.email, null);
  if (!isSent) {
    throw new ApiError('too-many-requests', 'We have already sent several emails. Please wait a few minutes');
  }
  const change = {
    action: kind === 'desk-made' ? 'link for the first password sent' : 'confirmation sent again',
    subject: 'account',
    subjectId: user.id,
    was: null,
    became: { email: user.email },
  } as const;
  return { result: null, changes: [change] };
}
