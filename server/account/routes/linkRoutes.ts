import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  claimAccountRequest,
  confirmAddressRequest,
  disownRequest,
  readLinkRequest,
  readLinkResponse,
  usedLinkResponse,
} from '../../../contract/account/links.ts';
import { paths } from '../../../contract/paths.ts';
import { accountKind } from '../../../domain/account/accountIdentity.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { hasSecondFactor } from '../secondFactor/secondFactor.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { matchPassword } from '../address/checkPassword.ts';
import { claimAccount, confirmAddress, disown } from '../address/confirmAddress.ts';
import type { AccountDeps } from '../address/deps.ts';
import { readLink } from '../address/linkedAccount.ts';
import { declineInvitation, readInvitation } from '../invitations/acceptInvitation.ts';
import { hashNewPassword } from '../newPassword.ts';
import { passwordMatches } from '../passwords.ts';
import { userById } from '../users.ts';

/** One error for an unknown, used, replaced or expired link, so that the response reveals nothing about it. */
export const invalidLink = (): ApiError =>
  new ApiError('link-over', 'This link has been used, has been replaced by a newer one, or is too old');

const wrongPassword = (message: string, field: string): ApiError =>
  new ApiError('wrong-password', message, { fields: { password: field } });

const linkRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database, links } = deps;

  app.post(
    paths.readLink,
    {
      schema: {
        operationId: 'readLink',
        tags: ['Account'],
        summary: 'Returns what the link in an email does, without using it',
        body: readLinkRequest,
        response: responseSchemas(200, readLinkResponse),
        errors: ['link-over', 'too-many-requests'],
      },
      onRequest: app.recogniseUser,
      preHandler: app.limitNetwork('reset'),
    },
    async ({ body: { token }, caller }) => {
      const data = (await readLink(deps, token, caller)) ?? (await readInvitation(deps, token, caller));
      if (data === undefined) throw invalidLink();
      const reset = data.action === 'reset' ? await links.find('reset', token) : undefined;
      const userId = reset?.user_id ?? null;
      const needsCode = userId !== null && (await hasSecondFactor(database, userId));
      return { data: needsCode ? { ...data, needs_code: true } : data };
    },
  );

  app.post(
    paths.confirmAddress,
    {
      schema: {
        operationId: 'confirmAddress',
        tags: ['Account'],
        summary: 'Confirms an email address by the link in an email',
        body: confirmAddressRequest,
        response: responseSchemas(200, usedLinkResponse),
        errors: ['link-over', 'wrong-password', 'earlier-account', 'last-owner', 'too-many-requests'],
      },
      onRequest: app.recogniseUser,
      preHandler: app.limitNetwork('reset'),
    },
    async (request, reply) => {
      const { token, password, earlier } = request.body;
      const { caller } = request;
      const link = await links.find('confirm-address', token);
      if (!link) throw invalidLink();
      const { registration, user_id: userId } = link;
      const user = userId === null ? undefined : await userById(database, userId);
      // The link alone proves only the mailbox. Its reader may not be the one who registered, so the password decides.
      let checkedHash: string;
      if (registration !== null) {
        const matches =
          password !== undefined && (await passwordMatches(registration.password_hash, password, 'known'));
        if (!matches) {
          throw wrongPassword(
            'This is not the password of the registration',
            'is not the one chosen at the registration',
          );
        }
        checkedHash = registration.password_hash;
      } else {
        if (user === undefined || accountKind(user) === 'closed') throw invalidLink();
        if (caller?.id !== user.id) {
          if (password === undefined) {
            throw wrongPassword('Please sign in, or enter the password of the account', 'is needed');
          }
          await matchPassword(deps, request, reply, user, password, null);
        }
        checkedHash = user.password_hash;
      }
      const isOwn = caller !== null && caller.id === userId;
      const data = await confirmAddress(deps, token, isOwn ? { session: caller } : { checkedHash }, earlier);
      if (data === null) throw invalidLink();
      return { data };
    },
  );

  app.post(
    paths.claimAccount,
    {
      schema: {
        operationId: 'claimAccount',
        tags: ['Account'],
        summary: 'Takes over an account that somebody else made with the address of the email',
        body: claimAccountRequest,
        response: responseSchemas(200, usedLinkResponse),
        errors: ['link-over', 'too-many-requests'],
      },
      preHandler: app.limitNetwork('reset'),
    },
    async ({ body: { token, password } }) => {
      // This check comes first, because hashing is expensive.
      if ((await links.find('confirm-address', token)) === undefined) throw invalidLink();
      const data = await claimAccount(deps, token, await hashNewPassword(password, 'password', 'known'));
      if (data === null) throw invalidLink();
      return { data };
    },
  );

  app.post(
    paths.disown,
    {
      schema: {
        operationId: 'disown',
        tags: ['Account'],
        summary: '"This was not me": ends the link of an email',
        body: disownRequest,
        response: responseSchemas(200, usedLinkResponse),
        errors: ['link-over', 'last-owner', 'too-many-requests'],
      },
      preHandler: app.limitNetwork('reset'),
    },
    async ({ body: { token } }) => {
      const data = (await disown(deps, token)) ?? (await declineInvitation(deps, token));
      if (data === null) throw invalidLink();
      return { data };
    },
  );
};
export default linkRoutes;
