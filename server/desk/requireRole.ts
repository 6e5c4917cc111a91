import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { paths } from '../../contract/paths.ts';
import { hasRole, type StaffRole } from '../../domain/roles.ts';
import type { SignedInUser } from '../accounts/accessTokens.ts';
import { ApiError } from '../apiError.ts';
import type { Database } from '../database/schema.ts';
import type { Staff } from './staffChange.ts';

/** A route that needs a role. */
export interface StaffRoute {
  readonly method: string;
  readonly url: string;
  readonly role: StaffRole;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The role that the route needs; every route below /api/desk names one. */
    role?: StaffRole;
    /** False for the calls that set up or show the second factor; every other one needs it (decision 0073). */
    secondFactor?: false;
  }
  interface FastifyRequest {
    /** Who works at the desk; only on routes that need a role. */
    staff: Staff;
  }
  interface FastifyInstance {
    /** Every route that needs a role, in the order of registration. */
    staffRoutes: readonly StaffRoute[];
  }
}

const DESK = paths.desk.slice(0, -1);
/** True for an address at or below the desk, in any spelling that the router takes for it. */
const isOfDesk = (url: string): boolean => `${url}/`.startsWith(`${DESK}/`);

/** The role of an account now, from the database: a token outlives a demotion, a role does not. */
async function staffOf(
  database: Database,
  { id, sessionId }: SignedInUser,
): Promise<{ readonly staff: Staff; readonly isProved: boolean } | null> {
  const user = await database
    .selectFrom('app_user')
    .leftJoin('session', (join) =>
      join.onRef('session.user_id', '=', 'app_user.id').on('session.id', '=', sessionId),
    )
    .leftJoin('second_factor', (join) =>
      join
        .onRef('second_factor.user_id', '=', 'app_user.id')
        .on('second_factor.confirmed_at', 'is not', null),
    )
    .select(['app_user.id', 'first_name', 'last_name', 'role', 'second_factor_at'])
    .select('second_factor.user_id as factor')
    .where('app_user.id', '=', id)
    .where('closed_at', 'is', null)
    .where('is_blocked', '=', false)
    .executeTakeFirst();
  if (!user || user.role === 'customer') return null;
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
  return {
    staff: { id: user.id, name, role: user.role, second_factor: user.factor !== null },
    isProved: user.second_factor_at !== null,
  };
}

interface RoleDeps {
  readonly database: Database;
  /** Whether everybody of the staff needs a second factor. */
  readonly requireSecondFactor?: boolean;
}

/**
 * Guards every route whose configuration names a role, before the body is read: 401 without a live session, 403 for an
 * account whose role is too small, and for a session that must show its second factor first: where the account has one, and
 * everywhere with `requireSecondFactor`. A route below /api/desk that names none is refused when it is registered, so that no
 * server with it starts (decision 0060).
 */
export default plugin<RoleDeps>(async (app: FastifyInstance, { database, requireSecondFactor = false }) => {
  const staffRoutes: StaffRoute[] = [];
  app.decorate('staffRoutes', staffRoutes);
  app.decorateRequest('staff', null as unknown as Staff);

  const guard = (required: StaffRole): onRequestAsyncHookHandler =>
    async function (request, reply) {
      await app.requireSession.call(app, request, reply);
      const found = await staffOf(database, request.user);
      if (!found || !hasRole(found.staff.role, required)) {
        throw new ApiError(
          'not-allowed',
          `Your account is not allowed to do this: it takes the role ${required}, which an owner gives`,
        );
      }
      const { staff, isProved } = found;
      if (!isProved && request.routeOptions.config.secondFactor !== false) {
        if (staff.second_factor) throw new ApiError('second-factor-needed', 'Enter a code of your app first');
        if (requireSecondFactor) throw new ApiError('second-factor-missing', 'Set up a second factor first');
      }
      request.staff = staff;
    };

  app.addHook('onRoute', (route) => {
    const role = route.config?.role;
    if (role === undefined) {
      if (isOfDesk(route.url)) throw new Error(`The route ${route.url} names no role`);
      return;
    }
    route.onRequest = [guard(role), ...[route.onRequest ?? []].flat()];
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD') staffRoutes.push({ method, url: route.url, role });
    }
  });
});
