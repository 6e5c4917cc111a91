import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import { type CloseForCustomerRequest, closeForCustomerRequest } from '../../contract/desk/people.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { accountEffect } from '../../domain/account/accountIdentity.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import { lockUser } from '../account/users.ts';
import { type AuditedResult, staffChange } from '../audit/staffChange.ts';
import type { Tx } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { done } from '../platform/process/done.ts';
import { closeLocked, type ClosingDeps } from './closeAccount.ts';

/**
 * Closes an account that has only a phone number like `closeAccount`: its customer cannot sign in and asks the desk. Throws 404 for
 * an unknown or closed account, and 409 for one whose customer can close it.
 */
async function closeForCustomer(
  tx: Tx,
  deps: ClosingDeps,
  { user_id: userId, lost_points: agreedPoints, reason }: CloseForCustomerRequest,
): Promise<AuditedResult<null>> {
  const user = await lockUser(tx, userId);
  if (!user || user.closed_at !== null) throw new ApiError('not-found', 'There is no such account');
  if (accountEffect('deskClose', user) === 'refuse')
    throw new ApiError('changed-meanwhile', 'The customer closes this account in the profile');
  await closeLocked(tx, deps, user, agreedPoints);
  const change = {
    action: 'account closed',
    subject: 'account',
    subjectId: userId,
    was: null,
    became: null,
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/** The desk closes an account. */
const closingForCustomer: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  app.post(
    deskPaths.closePerson,
    {
      config: { role: 'manager' },
      schema: {
        operationId: 'closeForCustomer',
        tags: ['Desk'],
        summary: 'Closes an account that has only a phone number, for its customer',
        body: closeForCustomerRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile', 'bookings-ahead', 'points-left'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database: deps.database, now: deps.now, staff, role: 'manager' }, (tx) =>
        closeForCustomer(tx, deps, body),
      );
      return done;
    },
  );
};
export default closingForCustomer;
