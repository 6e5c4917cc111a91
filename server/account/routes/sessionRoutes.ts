import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import {
  loginRequest,
  loginResponse,
  refreshRequest,
  refreshResponse,
  signOutResponse,
} from '../../../contract/account/session.ts';
import { emailKey } from '../../../domain/account/email.ts';
import { messages } from '../../../domain/text/messages.ts';
import { paysWithPoints } from '../../../domain/money/points.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { networkOf } from '../../platform/http/networkOf.ts';
import { ApiError, sessionEnded } from '../../platform/http/apiError.ts';
import type { AccountDeps } from '../address/deps.ts';
import { deviceName } from '../session/deviceName.ts';
import { passwordProblem } from '../newPassword.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { type User, userById, userBySpelling } from '../users.ts';

/** Sign-in, refresh and sign-out (spec 4 and 7, rulings 13 and 14). */
const sessionRoutes: FastifyPluginAsyncZod<AccountDeps> = async (
  app,
  { database, tokens, sessions, signInLimit, knownNetworks },
) => {
  /** Checked for an unknown email address, so that the check takes the same time for every address. */
  const dummyHash = await hashPassword(randomUUID());

  /** Records whether the password of a user is weak, which only a sign-in can find out. */
  async function recordStrength(user: User, password: string): Promise<void> {
    const isWeak = (await passwordProblem(password)) !== null;
    if (isWeak === user.password_is_weak) return;
    await database
      .updateTable('app_user')
      .set({ password_is_weak: isWeak })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute();
  }

  app.post(
    paths.login,
    {
      schema: {
        operationId: 'signIn',
        tags: ['Session'],
        summary: 'Signs in with email address and password',
        body: loginRequest,
        response: responseSchemas(200, loginResponse),
        errors: ['wrong-credentials', 'too-many-requests'],
      },
    },
    async ({ body, ip, log, headers }, reply) => {
      const user = await userBySpelling(database, body.email);
      const knowledge = await knownNetworks.find(user?.id ?? null, ip);
      const attempt = signInLimit.begin(emailKey(body.email), ip, knowledge.account ? networkOf(ip) : null);
      if (!attempt.isAllowed) {
        void reply.header('retry-after', attempt.retryAfter);
        throw new ApiError('too-many-requests', 'Too many attempts, please wait');
      }
      const matches = await passwordMatches(
        user?.password_hash ?? dummyHash,
        body.password,
        knowledge.house ? 'known' : 'other',
      ).catch((error: unknown) => {
        attempt.withdraw();
        throw error;
      });
      if (!user || !matches) {
        log.warn({ userId: user?.id ?? null, ip }, 'sign-in failed');
        throw new ApiError('wrong-credentials', messages.session.loginFailed);
      }
      const session = await sessions.begin(user, deviceName(headers['user-agent']));
      // The password was changed during the check.
      if (session === null) throw new ApiError('wrong-credentials', messages.session.loginFailed);
      attempt.succeeded();
      await knownNetworks.remember(database, user.id, ip);
      await recordStrength(user, body.password);
      return {
        access: await tokens.issue({ id: user.id, isMember: paysWithPoints(user), sessionId: session.id }),
        refresh: session.token,
        is_member: paysWithPoints(user),
        user_id: user.id,
      };
    },
  );

  app.post(
    paths.refresh,
    {
      schema: {
        operationId: 'refreshSession',
        tags: ['Session'],
        summary: 'Renews the access token and replaces the refresh token',
        body: refreshRequest,
        response: responseSchemas(200, refreshResponse),
        errors: ['unauthenticated'],
      },
    },
    async ({ body, log, ip, headers }) => {
      const session = await sessions.rotate(body.token, deviceName(headers['user-agent']));
      if (session.kind === 'reused') {
        log.warn({ userId: session.userId, ip }, 'refresh token reused: session revoked');
      }
      const user = session.kind === 'rotated' ? await userById(database, session.userId) : undefined;
      if (session.kind !== 'rotated' || !user) throw sessionEnded();
      await knownNetworks.remember(database, user.id, ip);
      return {
        accessToken: await tokens.issue({
          id: user.id,
          isMember: paysWithPoints(user),
          sessionId: session.sessionId,
        }),
        refreshToken: session.token,
      };
    },
  );

  app.post(
    paths.signOut,
    {
      schema: {
        operationId: 'signOut',
        tags: ['Session'],
        summary: 'Ends the session of a refresh token',
        body: refreshRequest,
        response: responseSchemas(200, signOutResponse),
      },
    },
    async ({ body }) => {
      await sessions.revoke(body.token);
      return { signed_out: true as const };
    },
  );
};
export default sessionRoutes;
