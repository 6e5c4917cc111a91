import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changeAddressRequest, doneResponse } from '../../../contract/account/account.ts';
import { paths } from '../../../contract/paths.ts';
import { accountKind, addressEffect } from '../../../domain/account/accountIdentity.ts';
import { emailKey } from '../../../domain/account/email.ts';
import { ApiError, fieldError, sessionEnded } from '../../platform/http/apiError.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { done } from '../../platform/process/done.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { sendAlreadyRegistered, sendConfirmation } from '../address/addressEmails.ts';
import { checkPassword } from '../address/checkPassword.ts';
import type { AccountDeps } from '../address/deps.ts';
import { deviceName } from '../session/deviceName.ts';
import { lockUserByEmail, userById } from '../users.ts';

const tooManyEmails = (): ApiError =>
  new ApiError('too-many-requests', 'We have already sent several emails. Please wait a few minutes');

const addressRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database, links } = deps;

  app.post(
    paths.changeAddress,
    {
      config: { stepUp: true },
      schema: {
        operationId: 'changeAddress',
        tags: ['Account'],
        summary: 'Sends an email that confirms a new email address of the account',
        body: changeAddressRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['wrong-password', 'too-many-requests'],
      },
      onRequest: app.requireSession,
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const device = deviceName(request.headers['user-agent']);
      const user = await checkPassword(deps, request, reply, password);
      if (emailKey(email) === emailKey(user.email)) throw fieldError('email', 'is already your address');
      const isSent = await inTransaction(database, async (tx) => {
        const owner = await lockUserByEmail(tx, email);
        if (owner === undefined || addressEffect('changeAddress', owner) === 'prove') {
          return sendConfirmation(tx, deps, user, email, device);
        }
        // The response must not reveal that the address has an account. The owner of the address gets an email.
        const link = await links.create(tx, {
          purpose: 'confirm-address',
          subject: user.id,
          userId: user.id,
          email,
          device,
        });
        if (link !== null) await sendAlreadyRegistered(tx, deps, owner);
        return link !== null;
      });
      if (!isSent) throw tooManyEmails();
      return done;
    },
  );

  app.post(
    paths.resendConfirmation,
    {
      schema: {
        operationId: 'sendConfirmationAgain',
        tags: ['Account'],
        summary: 'Sends the confirmation email again',
        response: responseSchemas(200, doneResponse),
        errors: ['too-many-requests'],
      },
      onRequest: app.requireSession,
    },
    async ({ user: { id }, headers }) => {
      const user = await userById(database, id);
      if (!user) throw sessionEnded();
      if (accountKind(user) === 'unproven') {
        const device = deviceName(headers['user-agent']);
        const isSent = await inTransaction(database, (tx) =>
          sendConfirmation(tx, deps, user, user.email, device),
        );
        if (!isSent) throw tooManyEmails();
      }
      return done;
    },
  );
};
export default addressRoutes;
