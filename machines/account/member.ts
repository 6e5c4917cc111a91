import type { MemberDetails as ApiMemberDetails } from '../../contract/account/member.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** The details of the signed-in user. `monthlyLimit` is the balance of Lit points. */
export type MemberDetails = CamelCased<ApiMemberDetails>;
