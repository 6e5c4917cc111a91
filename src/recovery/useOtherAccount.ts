import { useSelector } from '@xstate/react';
import type { LinkDetails } from '../../contract/links.ts';
import { useFlow } from '../system/flows.ts';

/**
 * The address of the account that is signed in here, when a link is about another one; else null. A link that changes an address
 * names the new one, which says nothing about whose it is.
 */
export function useOtherAccount({ action, email }: LinkDetails): string | null {
  const isSignedIn = useSelector(useFlow('session'), (snapshot) => snapshot.hasTag('signedIn'));
  const present = useSelector(useFlow('member'), ({ context }) => context.data?.email ?? null);
  if (!isSignedIn || present === null || action === 'change') return null;
  return present.toLowerCase() === email.toLowerCase() ? null : present;
}
