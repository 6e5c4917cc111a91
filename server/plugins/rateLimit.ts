import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { emailKey } from '../../domain/email.ts';
import type { RateLimits } from '../config.ts';
import { ApiError } from '../apiError.ts';
import { networkOf } from './networkOf.ts';

const WINDOW_MS = 15 * 60_000;
/** An office shares one network address. */
const ACCOUNTS_PER_ADDRESS = 5;
/** A few attempts from elsewhere must not lock the owner of an account out. */
const ADDRESSES_PER_ACCOUNT = 10;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * A preHandler that refuses (429, with Retry-After) after too many attempts at the account, named by its e-mail
     * address in the body, or from the network.
     */
    limitAttempts(at: keyof RateLimits): preHandlerAsyncHookHandler;
    /**
     * A preHandler, after `requireSession`, that refuses (429, with Retry-After) after too many requests of the signed-in
     * user or from the network.
     */
    limitUser(at: keyof RateLimits): preHandlerAsyncHookHandler;
    /** A preHandler that refuses (429, with Retry-After) after too many requests from the network. */
    limitNetwork(at: keyof RateLimits): preHandlerAsyncHookHandler;
  }
}

const accountOf = (request: FastifyRequest): string =>
  emailKey((request.body as { email: string }).email.trim());
const networkOfRequest = ({ ip }: FastifyRequest): string => networkOf(ip);

/**
 * Rate limits. Counted per server process: they slow an attacker down, and no booking depends on them, so they are not
 * shared.
 */
export default plugin<{ limits: RateLimits }>(async (app, { limits }) => {
  await app.register(rateLimit, { global: false });
  type Count = ReturnType<typeof app.createRateLimit>;
  const refuseBeyond =
    (...counts: readonly Count[]): preHandlerAsyncHookHandler =>
    async (request, reply) => {
      for (const count of counts) {
        const attempts = await count(request);
        if (!attempts.isAllowed && attempts.isExceeded) {
          reply.header('retry-after', attempts.ttlInSeconds);
          throw new ApiError('too-many-requests', 'Too many attempts, please wait');
        }
      }
    };
  const countByAddress = (at: keyof RateLimits) =>
    app.createRateLimit({
      max: limits[at] * ACCOUNTS_PER_ADDRESS,
      timeWindow: WINDOW_MS,
      keyGenerator: networkOfRequest,
    });

  app.decorate('limitUser', (at) =>
    refuseBeyond(
      countByAddress(at),
      app.createRateLimit({
        max: limits[at],
        timeWindow: WINDOW_MS,
        keyGenerator: (request) => request.user.id,
      }),
    ),
  );
  app.decorate('limitNetwork', (at) => refuseBeyond(countByAddress(at)));
  app.decorate('limitAttempts', (at) => {
    const byVisitor = app.createRateLimit({
      max: limits[at],
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${networkOfRequest(request)} ${accountOf(request)}`,
    });
    const byAccount = app.createRateLimit({
      max: limits[at] * ADDRESSES_PER_ACCOUNT,
      timeWindow: WINDOW_MS,
      keyGenerator: accountOf,
    });
    return refuseBeyond(countByAddress(at), byVisitor, byAccount);
  });
});
