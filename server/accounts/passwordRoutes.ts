import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changePasswordRequest, doneResponse } from '../../contract/account.ts';
import {
  forgotPasswordRequest,
  forgotPasswordResponse,
  readLinkRequest,
  readLinkResponse,
  resetPasswordRequest,
  resetPasswordResponse,
} from '../../contract/links.ts';
import { paths } from '../../contract/paths.ts';
import { emailKey } from '../../domain/email.ts';
import { ApiError, fieldError, sessionEnded } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { done } from '../done.ts';
import { queueLetter } from '../letters/outbox.ts';
import { hasSecondFactor, verifyFactorCode, wrongCode } from '../secondFactor/secondFactor.ts';
import { codeNeeded } from '../secondFactor/stepUp.ts';
import { responseSchemas } from '../responseSchemas.ts';
import { checkPassword } from './checkPassword.ts';
import type { AccountDeps } from './deps.ts';
import { hashNewPassword, passwordProblem } from './newPassword.ts';
import { userByEmail } from './users.ts';

/** One error for an unknown, used, replaced or expired link, so that the response reveals nothing about it. */
export const invalidLink = (): ApiError =>
  new ApiError('link-over', 'This link has been used, has been replaced by a newer one, or is too old');

/** The routes for a forgotten password, its reset by the link of a letter, and a change of password (decision 0045). */
const passwordRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { database, sessions, links, knownNetworks, now } = deps;

  /**
   * Revokes the sessions, the calendar feed and the links of a user, because another person may have known the old password, and
   * queues a letter about the change. `keptSession`: the session that stays.
   */
  async function revokeAfterPasswordChange(tx: Tx, userId: string, keptSession?: string): Promise<void> {
    await sessions.revokeAll(tx, userId, keptSession);
    await links.revokeAll(tx, userId);
    await queueLetter(tx, {
      kind: 'password-changed',
      key: randomUUID(),
      to: { userId },
      payload: {},
      now: now(),
    });
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
      schema: { body: forgotPasswordRequest, response: responseSchemas(200, forgotPasswordResponse) },
      preHandler: app.limitAttempts('reset'),
    },
    async ({ body: { email } }) => {
      // The same statements run for every address, so that the response time does not reveal whether the address has an
      // account. The letter for an unknown address has no recipient and is dropped instead of sent.
      await inTransaction(database, async (tx) => {
        const user = await userByEmail(tx, email);
        const link = await links.create(tx, {
          purpose: 'reset',
          subject: emailKey(email),
          userId: user?.id ?? null,
          email: user?.email ?? email,
        });
        if (link === null) return;
        await queueLetter(tx, {
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
    paths.readLink,
    {
      schema: { body: readLinkRequest, response: responseSchemas(200, readLinkResponse) },
      preHandler: app.limitNetwork('reset'),
    },
    async ({ body: { token } }) => {
      const data = await links.read(token);
      if (data === undefined) throw invalidLink();
      const reset = data.action === 'reset' ? await links.find('reset', token) : undefined;
      const userId = reset?.user_id ?? null;
      const needsCode = userId !== null && (await hasSecondFactor(database, userId));
      return { data: needsCode ? { ...data, needs_code: true } : data };
    },
  );

  app.post(
    paths.resetPassword,
    {
      schema: { body: resetPasswordRequest, response: responseSchemas(200, resetPasswordResponse) },
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
        if (!link || link.user_id === null) return false;
        await tx
          .updateTable('app_user')
          .set(({ fn, val }) => ({
            password_hash,
            password_is_weak: false,
            // The link was sent to this address, so its use confirms the address.
            email_confirmed_at: fn.coalesce('email_confirmed_at', val(new Date(now()))),
          }))
          .where('id', '=', link.user_id)
          .execute();
        await revokeAfterPasswordChange(tx, link.user_id);
        // The owner of the mailbox can sign in here, however many strangers guess.
        await knownNetworks.remember(tx, link.user_id, ip);
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
      schema: { body: changePasswordRequest, response: responseSchemas(200, doneResponse) },
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
