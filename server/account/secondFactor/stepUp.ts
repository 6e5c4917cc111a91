import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Database } from '../../platform/database/schema.ts';

/** How long a verified second factor counts for changes of the account, in milliseconds. */
const RECENT_MS = 15 * 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route changes who can use the account, or gives its data away: it needs a recent second factor. */
    stepUp?: true;
  }
  interface FastifyInstance {
    /** In the order of registration. */
    stepUpRoutes: readonly string[];
  }
}

/** The field is that of the form, which sends the code and then the call again. */
export const codeNeeded = (): ApiError =>
  new ApiError('second-factor-needed', 'Enter a code from your authenticator app first', {
    fields: { code: 'is needed: the six digits of your authenticator app, or a recovery code' },
  });

/**
 * Guards every route with `stepUp`: throws 403 'second-factor-needed' when the account has a second factor that the session has
 * not verified in the last 15 minutes. Runs after the route's own check of the session, and before the body is read.
 */
export default plugin<{ database: Database; now: () => EpochMs }>(
  async (app: FastifyInstance, { database, now }) => {
    const stepUpRoutes: string[] = [];
    app.decorate('stepUpRoutes', stepUpRoutes);

    app.addHook('onRoute', (route) => {
      if (route.config?.stepUp !== true) return;
      if ([route.method].flat().some((method) => method !== 'HEAD')) stepUpRoutes.push(route.url);
      route.onRequest = [
        ...[route.onRequest ?? []].flat(),
        async ({ user }) => {
          const factor = await database
            .selectFrom('second_factor')
            .leftJoin('session', (join) =>
              join
                .onRef('session.user_id', '=', 'second_factor.user_id')
                .on('session.id', '=', user.sessionId),
            )
            .select('second_factor_at')
            .where('second_factor.user_id', '=', user.id)
            .where('confirmed_at', 'is not', null)
            .executeTakeFirst();
          if (!factor) return;
          const verifiedAt = factor.second_factor_at?.getTime() ?? -Infinity;
          if (verifiedAt <= now() - RECENT_MS) throw codeNeeded();
        },
      ];
    });
  },
);
