import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import plugin from 'fastify-plugin';
import { paths } from '../../contract/paths.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { hasRole, type RequiredRole } from '../../domain/account/roles.ts';
import type { SignedInUser } from '../account/session/accessTokens.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Staff } from '../audit/staffChange.ts';

export interface StaffRoute {
  readonly method: string;
  readonly url: string;
  readonly role: RequiredRole;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route below /api/desk has one. */
    role?: RequiredRole;
    /** False for the calls that set up or enter the second factor; all other routes require it. */
    secondFactor?: false;
  }
  interface FastifyRequest {
    /** Only on routes that require a role. */
    staff: Staff;
  }
  interface FastifyInstance {
    /** All routes that require a role, in the order of registration. */
    staffRoutes: readonly StaffRoute[];
  }
}

const DESK_PATH = paths.desk.slice(0, -1);
/** True for a path at or below /api/desk, with or without a trailing slash. */
const isDeskPath = (url: string): boolean => `${url}/`.startsWith(`${DESK_PATH}/`);

/** From the database, because an access token stays valid after the role was removed. */
async function staffOf(
  database: Database,
  { id, sessionId }: SignedInUser,
): Promise<{
  readonly staff: Staff;
  readonly hasShownSecondFactor: boolean;
  readonly hasWeakPassword: boolean;
} | null> {
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
    .select(['app_user.id', 'first_name', 'last_name', 'role', 'second_factor_at', 'password_is_weak'])
    .select('second_factor.user_id as factor')
    .where('app_user.id', '=', id)
    .where('closed_at', 'is', null)
    .where('is_blocked', '=', false)
    .executeTakeFirst();
  if (!user || user.role === 'customer') return null;
  const name = fullName(user.first_name, user.last_name);
  return {
    staff: { id: user.id, name, role: user.role, second_factor: user.factor !== null },
    hasShownSecondFactor: user.second_factor_at !== null,
    hasWeakPassword: user.password_is_weak === true,
  };
}

interface RoleDeps {
  readonly database: Database;
  /** Whether every member of staff needs a second factor. */
  readonly requireSecondFactor?: boolean;
}

/**
 * Guards every route whose configuration has a role, before the body is read. Throws 401 without a valid session, and 403 for an
 * account without the role. Also throws 403 until the session has entered the second factor, if the account has one, and with
 * `requireSecondFactor` for an account that has none, and for an account whose password is weak. A route below /api/desk without
 * a role throws at its registration, so a server with such a route does not start (decision 0060).
 */
export default plugin<RoleDeps>(async (app: FastifyInstance, { database, requireSecondFactor = false }) => {
  const staffRoutes: StaffRoute[] = [];
  app.decorate('staffRoutes', staffRoutes);
  app.decorateRequest('staff', null as unknown as Staff);

  const guard = (required: RequiredRole): onRequestAsyncHookHandler =>
    async function (request, reply) {
      await app.requireSession.call(app, request, reply);
      const found = await staffOf(database, request.user);
      if (!found || !hasRole(found.staff.role, required)) {
        throw new ApiError(
          'not-allowed',
          required === 'employee'
            ? 'Your account has no role here. An owner can give it one'
            : `Your account is not allowed to do this. An owner can give it the required role: ${required}`,
        );
      }
      const { staff, hasShownSecondFactor, hasWeakPassword } = found;
      if (!hasShownSecondFactor && request.routeOptions.config.secondFactor !== false) {
        if (staff.second_factor)
          throw new ApiError('second-factor-needed', 'Enter a code from your authenticator app first');
        if (requireSecondFactor) throw new ApiError('second-factor-missing', 'Set up a second factor first');
      }
      if (hasWeakPassword && request.routeOptions.config.secondFactor !== false) {
        throw new ApiError('weak-password', 'Choose a longer or less common password first');
      }
      request.staff = staff;
    };

  app.addHook('onRoute', (route) => {
    const role = route.config?.role;
    if (role === undefined) {
      if (isDeskPath(route.url)) throw new Error(`The route ${route.url} names no role`);
      return;
    }
    route.onRequest = [guard(role), ...[route.onRequest ?? []].flat()];
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD') staffRoutes.push({ method, url: route.url, role });
    }
  });
});
