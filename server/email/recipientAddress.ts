import type { Selectable } from 'kysely';
import { shownAddress } from '../../domain/account/accountIdentity.ts';
import { isMailable } from '../../domain/account/email.ts';
import type { UserTable } from '../platform/database/schema.ts';
import { isSentAfterClosing } from './closedAccounts.ts';
import type { EmailKind } from '../platform/database/emailPayloads.ts';

export const recipientColumns = ['id', 'email', 'closing_email', 'released_email'] as const;
type Recipient = Pick<Selectable<UserTable>, (typeof recipientColumns)[number]>;

/** Whether the reader of an account's emails can no longer open its pages: it is closed, or has lost its address. */
export const isWithoutPages = (user: Recipient): boolean => shownAddress(user) === '';

/**
 * The address for an email of a kind to an account; null when there is none. An account that is closed or has lost its address
 * still gets the emails about money, at its former address.
 */
export function recipientAddress(user: Recipient, kind: EmailKind): string | null {
  const { closing_email, released_email } = user;
  const former = isSentAfterClosing(kind) ? (closing_email ?? released_email) : null;
  const address = shownAddress(user) || former;
  return address !== null && isMailable(address) ? address : null;
}
