import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../../contract/account/account.ts';
import { usedLinkResponse } from '../../../contract/account/links.ts';
import {
  acceptInvitationRequest,
  type AcceptInvitationRequest,
  invitationsResponse,
  inviteRequest,
  sendInvitationRequest,
  withdrawInvitationRequest,
} from '../../../contract/desk/invitations.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { addressEffect } from '../../../domain/account/accountIdentity.ts';
import { staffChange, type AuditedResult, type Staff } from '../../audit/staffChange.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { done } from '../../platform/process/done.ts';
import { matchPassword } from '../address/checkPassword.ts';
import type { AccountDeps } from '../address/deps.ts';
import { acceptInvitation, findInvitation } from '../invitations/acceptInvitation.ts';
import { invitations, invite, sendInvitationAgain, withdrawInvitation } from '../invitations/invitations.ts';
import { hashNewPassword } from '../newPassword.ts';
import { userByEmail } from '../users.ts';
import { invalidLink } from './linkRoutes.ts';

/** Throws 400 with each field that the new account lacks. */
function checkNewPerson({ first_name, phone, password }: AcceptInvitationRequest): void {
  const missing = Object.entries({ first_name, phone, password }).filter(([, value]) => value === undefined);
  if (missing.length === 0) return;
  throw new ApiError('bad-input', 'The new account needs a name, a phone number and a password', {
    fields: Object.fromEntries(missing.map(([field]) => [field, 'must not be empty'])),
  });
}

/** Invitations to the staff: the owners' calls, and the one by which an invited person gets the role. */
const invitationRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database, now } = deps;
  const config = { role: 'owner' } as const;
  const response = responseSchemas(200, doneResponse);
  async function change(staff: Staff, work: (tx: Tx) => Promise<AuditedResult<null>>) {
    await staffChange({ database, now, staff, role: 'owner' }, work);
    return done;
  }

  app.get(
    deskPaths.invitations,
    {
      config,
      schema: {
        operationId: 'invitations',
        tags: ['Desk'],
        summary: 'The invitations to the staff that nobody has used or withdrawn',
        response: responseSchemas(200, invitationsResponse),
      },
    },
    async () => ({ data: await invitations(database, now()) }),
  );

  app.post(
    deskPaths.invite,
    {
      config,
      schema: {
        operationId: 'invite',
        tags: ['Desk'],
        summary: 'Invites a person to the staff by an email with a link',
        body: inviteRequest,
        response,
        errors: ['changed-meanwhile', 'too-many-requests'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => invite(tx, body, staff, deps)),
  );

  app.post(
    deskPaths.sendInvitation,
    {
      config,
      schema: {
        operationId: 'sendInvitation',
        tags: ['Desk'],
        summary: 'Sends the email of an invitation again, with another link',
        body: sendInvitationRequest,
        response,
        errors: ['not-found', 'too-many-requests'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => sendInvitationAgain(tx, body.invitation_id, staff, deps)),
  );

  app.post(
    deskPaths.withdrawInvitation,
    {
      config,
      schema: {
        operationId: 'withdrawInvitation',
        tags: ['Desk'],
        summary: 'Withdraws an invitation, whose link ends',
        body: withdrawInvitationRequest,
        response,
        errors: ['not-found'],
      },
    },
    ({ body, staff }) => change(staff, (tx) => withdrawInvitation(tx, body, now())),
  );

  app.post(
    paths.acceptInvitation,
    {
      schema: {
        operationId: 'acceptInvitation',
        tags: ['Account'],
        summary: 'Accepts an invitation to the staff by the link in its email',
        body: acceptInvitationRequest,
        response: responseSchemas(200, usedLinkResponse),
        errors: ['link-over', 'wrong-password', 'not-allowed', 'changed-meanwhile', 'too-many-requests'],
      },
      onRequest: app.recogniseUser,
      preHandler: app.limitNetwork('reset'),
    },
    async (request, reply) => {
      const { body, caller } = request;
      const invitation = await findInvitation(deps, body.token);
      if (!invitation) throw invalidLink();
      const user = await userByEmail(database, invitation.email);
      const effect = addressEffect('acceptInvitation', user);
      let proof: Parameters<typeof acceptInvitation>[2];
      if (user === undefined || effect === 'hand-over') {
        if (user === undefined) checkNewPerson(body);
        proof = { newHash: await hashNewPassword(body.password ?? '', 'password', 'known') };
      } else if (caller?.id === user.id) {
        proof = { session: caller };
      } else {
        if (body.password === undefined) {
          throw new ApiError('wrong-password', 'Please sign in, or enter the password of the account', {
            fields: { password: 'is needed' },
          });
        }
        // The link proves only the mailbox.
        await matchPassword(deps, request, reply, user, body.password, null);
        proof = { checkedHash: user.password_hash };
      }
      const data = await acceptInvitation(deps, body, proof);
      if (data === null) throw invalidLink();
      return { data };
    },
  );
};
export default invitationRoutes;
