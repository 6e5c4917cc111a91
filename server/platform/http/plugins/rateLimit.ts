import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { emailKey } from '../../../../domain/account/email.ts';
import type { RateLimits } from '../../config/config.ts';
import { ApiError } from '../apiError.ts';
import { MAX_NETWORKS, networkOf, networksOf } from '../networkOf.ts';

const WINDOW_MS = 15 * 60_000;
/** The people of an office share one network. */
const ACCOUNTS_PER_NETWORK = 5;
/** Few attempts from other networks must not lock out the owner of an account. */
const NETWORKS_PER_ACCOUNT = 10;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * A preHandler that throws 429 (with Retry-After) after too many attempts at the account of the body's `email`, or from the
     * network.
     */
    limitAttempts(limitName: keyof RateLimits): preHandlerAsyncHookHandler;
    /**
     * A preHandler that throws 429 (with Retry-After) after too many requests of the signed-in user, or from the network. It needs
     * `requireSession` before it.
     */
    limitUser(limitName: keyof RateLimits): preHandlerAsyncHookHandler;
    /** A preHandler that throws 429 (with Retry-After) after too many requests from the network. */
    limitNetwork(limitName: keyof RateLimits): preHandlerAsyncHookHandler;
  }
}

const requestAccount = (request: FastifyRequest): string =>
  emailKey((request.body as { email: string }).email);
const requestNetwork = ({ ip }: FastifyRequest): string => networkOf(ip);

/**
 * Rate limits. Each server process counts separately, because the limits only slow down an attacker, and the correctness of
 * bookings does not depend on them.
 */
export default plugin<{ limits: RateLimits }>(async (app, { limits }) => {
  await app.register(rateLimit, { global: false });
  type Limiter = ReturnType<typeof app.createRateLimit>;
  const rejectAbove =
    (...limiters: readonly Limiter[]): preHandlerAsyncHookHandler =>
    async (request, reply) => {
      for (const limiter of limiters) {
        const attempts = await limiter(request);
        if (!attempts.isAllowed && attempts.isExceeded) {
          reply.header('retry-after', attempts.ttlInSeconds);
          throw new ApiError('too-many-requests', 'Too many attempts, please wait');
        }
      }
    };
  /** A limiter for each size of network that contains an address. */
  const limitByNetwork = (limitName: keyof RateLimits): Limiter[] =>
    Array.from({ length: MAX_NETWORKS }, (_, size) => {
      const networkIn = ({ ip }: FastifyRequest) => networksOf(ip)[size] ?? networksOf(ip)[0];
      return app.createRateLimit({
        max: (request) => limits[limitName] * ACCOUNTS_PER_NETWORK * networkIn(request).share,
        timeWindow: WINDOW_MS,
        keyGenerator: (request) => networkIn(request).network,
      });
    });

  app.decorate('limitUser', (limitName) =>
    rejectAbove(
      ...limitByNetwork(limitName),
      app.createRateLimit({
        max: limits[limitName],
        timeWindow: WINDOW_MS,
        keyGenerator: (request) => request.user.id,
      }),
    ),
  );
  app.decorate('limitNetwork', (limitName) => rejectAbove(...limitByNetwork(limitName)));
  app.decorate('limitAttempts', (limitName) => {
    const limitByVisitor = app.createRateLimit({
      max: limits[limitName],
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${requestNetwork(request)} ${requestAccount(request)}`,
    });
    const limitByAccount = app.createRateLimit({
      max: limits[limitName] * NETWORKS_PER_ACCOUNT,
      timeWindow: WINDOW_MS,
      keyGenerator: requestAccount,
    });
    return rejectAbove(...limitByNetwork(limitName), limitByVisitor, limitByAccount);
  });
});
