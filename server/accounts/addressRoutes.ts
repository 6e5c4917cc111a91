import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changeAddressRequest, doneResponse } from '../../contract/account.ts';
import { confirmAddressRequest, confirmAddressResponse } from '../../contract/links.ts';
import { paths } from '../../contract/paths.ts';
import { emailKey } from '../../domain/email.ts';
import { ApiError, fieldError, sessionEnded } from '../apiError.ts';
import { inTransaction } from '../database/transaction.ts';
import { done } from '../done.ts';
import { responseSchemas } from '../responseSchemas.ts';
import { sendAlreadyRegistered, sendConfirmation } from './addressLetters.ts';
import { checkPassword } from './checkPassword.ts';
import { confirmAddress } from './confirmAddress.ts';
import type { AccountDeps } from './deps.ts';
import { invalidLink } from './passwordRoutes.ts';
import { passwordMatches } from './passwords.ts';
import { lockUserByEmail, userById } from './users.ts';

const tooManyLetters = (): ApiError =>
  new ApiError('too-many-requests', 'We have already sent several emails. Please wait a few minutes');

/** The routes that confirm the address of an account with the link of a letter, and change the address (decision 0046). */
const addressRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database, links } = deps;

  app.post(
    paths.confirmAddress,
    {
      schema: { body: confirmAddressRequest, response: responseSchemas(200, confirmAddressResponse) },
      preHandler: app.limitNetwork('reset'),
    },
    async ({ body: { token, password } }) => {
      const link = await links.find('confirm-address', token);
      if (!link) throw invalidLink();
      // The link would also confirm a registration that another person made with this address, so the password is required.
      if (link.registration !== null) {
        const matches =
          password !== undefined && (await passwordMatches(link.registration.password_hash, password));
        if (!matches) {
          throw new ApiError('wrong-password', 'This is not the password of the registration', {
            fields: { password: 'is not the one chosen at the registration' },
          });
        }
      }
      const data = await confirmAddress(deps, token);
      if (data === null) throw invalidLink();
      return { data };
    },
  );

  app.post(
    paths.changeAddress,
    {
      config: { stepUp: true },
      schema: { body: changeAddressRequest, response: responseSchemas(200, doneResponse) },
      onRequest: app.requireSession,
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const user = await checkPassword(deps, request, reply, password);
      if (emailKey(email) === emailKey(user.email)) throw fieldError('email', 'is already your address');
      const isSent = await inTransaction(database, async (tx) => {
        const owner = await lockUserByEmail(tx, email);
        if (owner === undefined || owner.email_confirmed_at === null) {
          return sendConfirmation(tx, deps, user, email);
        }
        // The response must not reveal that the address has an account. The owner of the address gets a letter.
        const link = await links.create(tx, {
          purpose: 'confirm-address',
          subject: user.id,
          userId: user.id,
          email,
        });
        if (link !== null) await sendAlreadyRegistered(tx, deps, owner);
        return link !== null;
      });
      if (!isSent) throw tooManyLetters();
      return done;
    },
  );

  app.post(
    paths.resendConfirmation,
    { schema: { response: responseSchemas(200, doneResponse) }, onRequest: app.requireSession },
    async ({ user: { id } }) => {
      const user = await userById(database, id);
      if (!user) throw sessionEnded();
      if (user.email_confirmed_at === null) {
        const isSent = await inTransaction(database, (tx) => sendConfirmation(tx, deps, user, user.email));
        if (!isSent) throw tooManyLetters();
      }
      return done;
    },
  );
};
export default addressRoutes;
