import type { MemberDetails as ApiMemberDetails } from '../../contract/account/member.ts';
import type { MemberBalance } from '../../domain/money/points.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';

export type MemberDetails = Omit<CamelCased<ApiMemberDetails>, 'isMembership' | 'monthlyLimit'> &
  MemberBalance;

interface Needs {
  readonly member: { details(userId: string, signal: AbortSignal): Promise<MemberDetails> };
}

/** The key is the user's id. */
export const memberFlow = resourceFlow(
  'member',
  { needs: ['member'], shows: ['account', 'points'] },
  ({ member }: Needs, userId, signal) => member.details(userId, signal),
);
