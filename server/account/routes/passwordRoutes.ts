import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changePasswordRequest, doneResponse } from '../../../contract/account/account.ts';
import {
  forgotPasswordRequest,
  forgotPasswordResponse,
  resetPasswordRequest,
  resetPasswordResponse,
} from '../../../contract/account/links.ts';
import { paths } from '../../../contract/paths.ts';
import { accountEffect, accountKind } from '../../../domain/account/accountIdentity.ts';
import { emailKey } from '../../../domain/account/email.ts';
import { fieldError, sessionEnded } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { done } from '../../platform/process/done.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import { hasSecondFactor, verifyFactorCode, wrongCode } from '../secondFactor/secondFactor.ts';
import { codeNeeded } from '../secondFactor/stepUp.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { checkPassword } from '../address/checkPassword.ts';
import { sendWelcome } from '../address/confirmAddress.ts';
import type { AccountDeps } from '../address/deps.ts';
import { deviceName } from '../session/deviceName.ts';
import { handOver } from '../address/handOver.ts';
import { isForAddressOf } from '../address/linkedAccount.ts';
import { invalidLink } from './linkRoutes.ts';
import { hashNewPassword, passwordProblem } from '../newPassword.ts';
import { lockUser, userByEmail } from '../users.ts';

const passwordRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database, sessions, links, knownNetworks, now } = deps;

  const sendPasswordChanged = (tx: Tx, userId: string) =>
    queueEmail(tx, { kind: 'password-changed', key: randomUUID(), to: { userId }, payload: {}, now: now() });

  /**
   * Revokes the sessions, the calendar feed and the links of a user, because another person may have known the old password, and
   * queues an email about the change. `keptSession`: the session that stays.
   */
  async function revokeAfterPasswordChange(tx: Tx, userId: string, keptSession?: string): Promise<void> {
    await sessions.revokeAll(tx, userId, keptSession);
    await links.revokeAll(tx, userId);
    await sendPasswordChanged(tx, userId);
  }

  /** Checks the code of an account with a second factor, whose mailbox another person may read. Throws 403, 400 and 429. */
  async function checkCode(id: string, code: string | undefined, ip: string): Promise<void> {
    if (!(await hasSecondFactor(database, id))) return;
    if (code === undefined) throw codeNeeded();
    const person = { id, sessionId: null, ip };
    const isRight = await inTransaction(database, (tx) =>
      verifyFactorCode(tx, deps, person, { code, confirms: false }),
    );
    if (!isRight) throw wrongCode();
  }

  app.post(
    paths.forgotPassword,
    {
      schema: {
        operationId: 'forgotPassword',
        tags: ['Account'],
        summary: 'Sends a link to set a new password, to an address with an account',
        body: forgotPasswordRequest,
        response: responseSchemas(200, forgotPasswordResponse),
        errors: ['too-many-requests'],
      },
      preHandler: app.limitAttempts('reset'),
    },
    async ({ body: { email }, headers }) => {
      const device = deviceName(headers['user-agent']);
      // The same statements run for every address, so that the response time does not reveal whether the address has an
      // account. The email for an unknown address has no recipient and is dropped instead of sent.
      await inTransaction(database, async (tx) => {
        const user = await userByEmail(tx, email);
        const link = await links.create(tx, {
          purpose: 'reset',
          subject: emailKey(email),
          userId: user?.id ?? null,
          email: user?.email ?? email,
          device,
        });
        if (link === null) return;
        await queueEmail(tx, {
          kind: 'reset',
          key: link.id,
          to: { userId: user?.id ?? randomUUID() },
          payload: { request_id: link.id },
          now: now(),
          until: link.expiresAt,
        });
      });
      return { data: { requested: true as const } };
    },
  );

  app.post(
    paths.resetPassword,
    {
      schema: {
        operationId: 'resetPassword',
        tags: ['Account'],
        summary: 'Sets a new password by the link in an email and ends all sessions',
        body: resetPasswordRequest,
        response: responseSchemas(200, resetPasswordResponse),
        errors: ['link-over', 'second-factor-needed', 'changed-meanwhile', 'too-many-requests'],
      },
      preHandler: app.limitNetwork('reset'),
    },
    async ({ body: { token, password, code }, ip }) => {
      // These checks come first, because hashing is expensive.
      const found = await links.find('reset', token);
      if (found === undefined) throw invalidLink();
      const problem = await passwordProblem(password);
      if (problem !== null) throw fieldError('password', problem);
      if (found.user_id !== null) await checkCode(found.user_id, code, ip);
      const password_hash = await hashNewPassword(password, 'password', 'known');
      const isReset = await inTransaction(database, async (tx) => {
        const link = await links.use(tx, 'reset', token);
        const user = link?.user_id == null ? undefined : await lockUser(tx, link.user_id);
        if (!link || !user || !isForAddressOf(user, link)) return false;
        if (accountEffect('reset', user) === 'refuse') return false;
        // The link was sent to this address, so its use proves the address.
        await handOver(tx, deps, user, { password_hash });
        if (accountKind(user) === 'desk-made') await sendWelcome(tx, deps, user.id);
        else await sendPasswordChanged(tx, user.id);
        // The owner of the mailbox can sign in here, however many strangers guess.
        await knownNetworks.remember(tx, user.id, ip);
        return true;
      });
      if (!isReset) throw invalidLink();
      return { data: { reset: true as const } };
    },
  );

  app.post(
    paths.changePassword,
    {
      config: { stepUp: true },
      schema: {
        operationId: 'changePassword',
        tags: ['Account'],
        summary: 'Changes the password and ends all other sessions',
        body: changePasswordRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['wrong-password', 'too-many-requests'],
      },
      onRequest: app.requireSession,
    },
    async (request, reply) => {
      const { body, user: signedIn } = request;
      const user = await checkPassword(deps, request, reply, body.password);
      const password_hash = await hashNewPassword(body.new_password, 'new_password', 'known');
      const isChanged = await inTransaction(database, async (tx) => {
        const changed = await tx
          .updateTable('app_user')
          .set({ password_hash, password_is_weak: false })
          .where('id', '=', user.id)
          // Another request may have changed the password since it was checked.
          .where('password_hash', '=', user.password_hash)
          .returning('id')
          .executeTakeFirst();
        if (changed) await revokeAfterPasswordChange(tx, user.id, signedIn.sessionId ?? undefined);
        return changed !== undefined;
      });
      if (!isChanged) throw sessionEnded();
      return done;
    },
  );
};
export default passwordRoutes;
