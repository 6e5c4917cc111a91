import type { MemberDetails as ApiMemberDetails } from '../../contract/account/member.ts';
import type { MemberBalance } from '../../domain/money/points.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** The details of the signed-in user, with the balance of Lit points. */
export type MemberDetails = Omit<CamelCased<ApiMemberDetails>, 'isMembership' | 'monthlyLimit'> &
  MemberBalance;
