import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { memberDetailsQuery, memberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import { shownAddress } from '../../../domain/account/accountIdentity.ts';
import { hasRole } from '../../../domain/account/roles.ts';
import { paysWithPoints, pointsFromHalf, spendableHalfPoints } from '../../../domain/money/points.ts';
import { hasSecondFactor } from '../secondFactor/secondFactor.ts';
import { responseSchemas } from '../../platform/http/responseSchemas.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { AccountDeps } from '../address/deps.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type User, userById } from '../users.ts';

/** A closed account takes no bookings, and only a proven address books on one. */
async function accountCompany(
  database: Database,
  { id, email_confirmed_at: confirmedAt }: Pick<User, 'id' | 'email_confirmed_at'>,
): Promise<string> {
  if (confirmedAt === null) return '';
  const company = await database
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select('name')
    .where('user_id', '=', id)
    .where('is_closed', '=', false)
    .executeTakeFirst();
  return company?.name ?? '';
}

/** With the balance of Lit points (spec 3 and 7, ruling 17). */
const memberRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, { database, links }) => {
  app.get(
    paths.memberDetails,
    {
      schema: {
        operationId: 'memberDetails',
        tags: ['Account'],
        summary: "The user's details and balance of points",
        querystring: memberDetailsQuery,
        response: responseSchemas(200, memberDetailsResponse),
        errors: ['foreign-user'],
      },
      onRequest: app.requireSession,
    },
    async ({ query, user: { id } }) => {
      if (query.uid !== id) throw new ApiError('foreign-user', 'These are the details of another user');
      const user = await userById(database, id);
      if (!user || user.closed_at !== null)
        throw new ApiError('unauthenticated', 'This account no longer exists');
      return {
        data: {
          first_name: user.first_name,
          last_name: user.last_name ?? '',
          email: shownAddress(user),
          phone: user.phone,
          website: user.website ?? '',
          is_membership: paysWithPoints(user),
          monthly_limit: pointsFromHalf(spendableHalfPoints(user)),
          company_name: user.company_name ?? '',
          business_type: user.business_type ?? '',
          email_confirmed: user.email_confirmed_at !== null,
          is_staff: hasRole(user.role, 'employee'),
          account_company: await accountCompany(database, user),
          second_factor: await hasSecondFactor(database, user.id),
          pending_email: (await links.pendingAddress(user.id, user.email)) ?? '',
        },
      };
    },
  );
};
export default memberRoutes;
