import { z } from 'zod';
import { roles } from '../../domain/account/roles.ts';
import { linkToken } from '../account/links.ts';
import { chosenPassword, mailableAddress, personFields } from '../account/registration.ts';
import { reason } from '../reason.ts';
import { optionalLine } from '../values.ts';

const role = z.enum(roles).exclude(['customer']);

/**
 * GET invitations: those that nobody has used or withdrawn, the latest first. `usable_until`: an ISO instant, null for one whose
 * link has ended; sending it again makes another link.
 */
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invited_by: z.string(),
  sent_at: z.string(),
  usable_until: z.string().nullable(),
});
export type Invitation = z.infer<typeof invitation>;
export const invitationsResponse = z.object({ data: z.array(invitation) });
export type InvitationsResponse = z.infer<typeof invitationsResponse>;

/** POST invite: the person gets an email with a link. */
export const inviteRequest = z.object({ email: mailableAddress, role, reason });
export type InviteRequest = z.output<typeof inviteRequest>;

/** POST send again: the email with another link. */
export const sendInvitationRequest = z.object({ invitation_id: z.uuid() });

/** POST withdraw: the link ends. */
export const withdrawInvitationRequest = z.object({ invitation_id: z.uuid(), reason });
export type WithdrawInvitationRequest = z.output<typeof withdrawInvitationRequest>;

/**
 * POST accept invitation. `password`: of the account with the address, unless the browser is signed in as it; a new one for an
 * account that the call makes, with the name and the phone number, or that the desk has made.
 */
export const acceptInvitationRequest = z.object({
  token: linkToken,
  password: z.union([z.literal('').transform(() => undefined), chosenPassword]).optional(),
  first_name: optionalLine(100),
  last_name: optionalLine(100),
  phone: z.union([z.literal('').transform(() => undefined), personFields.phone]).optional(),
});
export type AcceptInvitationRequest = z.output<typeof acceptInvitationRequest>;
