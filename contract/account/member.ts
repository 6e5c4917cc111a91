import { z } from 'zod';

/** GET member details: the user, who must be the user of the token (ruling 17). */
export const memberDetailsQuery = z.object({ uid: z.string().min(1).max(64) });

/**
 * The details of the signed-in user (spec 3). `monthly_limit` is the balance of Lit points, a multiple of 0.5 (ruling 9).
 * `pending_email`: an address that is not confirmed yet, otherwise ''. `is_staff`: the user has a role at the desk.
 * `account_company`: the company on whose account the user may book, otherwise ''; missing from a server of the previous version.
 * `second_factor`: changes of the account need a code.
 */
const memberDetails = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  is_membership: z.boolean(),
  monthly_limit: z.number(),
  company_name: z.string(),
  business_type: z.string(),
  email_confirmed: z.boolean(),
  pending_email: z.string(),
  is_staff: z.boolean(),
  second_factor: z.boolean(),
  account_company: z.string().optional(),
});
export type MemberDetails = z.infer<typeof memberDetails>;

export const memberDetailsResponse = z.object({ data: memberDetails });
export type MemberDetailsResponse = z.infer<typeof memberDetailsResponse>;
