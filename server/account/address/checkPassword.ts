import type { FastifyReply, FastifyRequest } from 'fastify';
import { emailKey } from '../../../domain/account/email.ts';
import { ApiError, sessionEnded } from '../../platform/http/apiError.ts';
import type { AccountDeps } from './deps.ts';
import { passwordMatches } from '../passwords.ts';
import { type User, userById } from '../users.ts';

/**
 * Checks the password of the signed-in user of a request and returns the user. Throws 403 for a wrong password, because
 * 401 would mean that the session has ended, and 429 after too many attempts in the session (decision 0019).
 */
export async function checkPassword(
  { database, signInLimit }: Pick<AccountDeps, 'database' | 'signInLimit'>,
  { user: { id, sessionId }, ip, log }: FastifyRequest,
  reply: FastifyReply,
  password: string,
): Promise<User> {
  const user = await userById(database, id);
  if (!user || user.closed_at !== null) throw sessionEnded();
  await matchPassword({ signInLimit }, { ip, log }, reply, user, password, `session ${sessionId}`);
  return user;
}

/**
 * Compares a password with that of an account. Throws 403 and 429 like `checkPassword`. `knownSource`: the session that asks;
 * null for a visitor with a link, whose attempts count like those of a sign-in.
 */
export async function matchPassword(
  { signInLimit }: Pick<AccountDeps, 'signInLimit'>,
  { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
  reply: FastifyReply,
  user: User,
  password: string,
  knownSource: string | null,
): Promise<void> {
  const attempt = signInLimit.begin(emailKey(user.email), ip, knownSource);
  if (!attempt.isAllowed) {
    void reply.header('retry-after', attempt.retryAfter);
    throw new ApiError('too-many-requests', 'Too many attempts, please wait');
  }
  // The sender has a session or the link of an email.
  const matches = await passwordMatches(user.password_hash, password, 'known').catch((error: unknown) => {
    attempt.withdraw();
    throw error;
  });
  if (!matches) {
    log.warn({ userId: user.id, ip }, 'password check failed');
    throw new ApiError('wrong-password', 'The password is incorrect', {
      fields: { password: 'is not right' },
    });
  }
  attempt.succeeded();
}
