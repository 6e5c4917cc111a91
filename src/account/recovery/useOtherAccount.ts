import { useSelector } from '../../app/system/useSelector.ts';
import type { LinkDetails } from '../../../machines/account/link.ts';
import { useFlow } from '../../app/system/flows.ts';

/**
 * The address of the signed-in account if an email's link is about another account; otherwise null. Always null for a link
 * that changes an address: it has only the new address, which does not identify the account.
 */
export function useOtherAccount({ action, email }: Pick<LinkDetails, 'action' | 'email'>): string | null {
  const isSignedIn = useSelector(useFlow('session'), (snapshot) => snapshot.hasTag('signedIn'));
  const signedInEmail = useSelector(useFlow('member'), ({ context }) => context.data?.email ?? null);
  if (!isSignedIn || signedInEmail === null || action === 'change') return null;
  return signedInEmail.toLowerCase() === email.toLowerCase() ? null : signedInEmail;
}
